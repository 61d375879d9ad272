//! Moves on boards: the first line is a board, the rest are letters. A replay ends at the goal or says where it fails.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::{Board, NamedGoal, Problem, Solution};

fuzz_target!(|text: &str| {
    let (board, letters) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(start) = board.parse::<Board>() else { return };
    let shape = start.shape();
    let Ok(goal) = NamedGoal::BlankLast.board(shape) else { return };
    let Ok(problem) = Problem::new(start, goal) else { return };
    let moves: Vec<_> = letters.chars().filter_map(|letter| shape.direction(letter)).collect();
    if let Ok(solution) = Solution::replay(&problem, moves.clone()) {
        assert_eq!(solution.moves(), moves);
        assert_eq!(solution.boards().last().as_ref(), Some(problem.goal()));
    }
});
