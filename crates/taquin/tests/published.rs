//! Figures that other programs and papers have published, recomputed where a table has misprints.

use crate::common::{
    admissible, board, cost, data, fields, for_each, lines, no_limits, number, numbers, optimal_cost, problem,
};
use taquin::heuristic::{
    Hamming, Heuristic, HeuristicName, LinearConflict, Manhattan, OutOfPlace, WalkingDistance,
};
use taquin::notation::Notation;
use taquin::published::{PublishedBoard, PublishedSet};
use taquin::search::{
    Answer, Fate, Limits, Node, Observer, Order, Outcome, Rules, StopReason, astar, best_first, descent,
    exhaust, idastar, mark_at_generation,
};
use taquin::{Board, Direction, Problem};

fn moves(answer: &Answer) -> String {
    Notation::Blank.write(answer.outcome.solution().expect("solved"))
}

/// A 26-puzzle program with report files: depth, boards marked, and the moves.
#[test]
fn marking_at_generation_on_the_26_puzzle() {
    for line in lines(&data("mark_at_generation_3x3x3.txt")) {
        let row = fields(line);
        let problem = problem(row[0], row[1]);
        let manhattan = Manhattan::new(problem.goal());
        let answer = mark_at_generation(&problem, &manhattan, false, &no_limits(), &mut ());
        assert_eq!(u64::from(cost(&answer)), number(row[2]), "{line}");
        assert_eq!(answer.stats.reached, Some(number(row[3])), "{line}");
        assert_eq!(moves(&answer), row[4], "{line}");
        assert!(!answer.outcome.is_optimal(), "it cannot know");
        let best = astar(&problem, &manhattan, &no_limits(), &mut ());
        assert_eq!(u64::from(optimal_cost(&best)), number(row[5]), "{line}");
    }
}

/// On the first three problems Manhattan is exact, so f never changes along the way.
#[test]
fn f_values_of_the_26_puzzle_reports() {
    let text = data("mark_at_generation_3x3x3.txt");
    for (line, depth) in lines(&text).zip([6, 13, 16]) {
        let row = fields(line);
        let problem = problem(row[0], row[1]);
        let manhattan = Manhattan::new(problem.goal());
        let answer = mark_at_generation(&problem, &manhattan, false, &no_limits(), &mut ());
        let f_values = answer.outcome.solution().unwrap().f_values(&manhattan);
        assert_eq!(f_values, vec![depth; depth as usize + 1]);
    }
}

#[test]
fn first_in_first_out_astar_on_the_26_puzzle() {
    let rules = Rules { order: Order::Cheapest, children: Direction::ALL, improve: true, expand_goal: false };
    for line in lines(&data("astar_fifo_3x3x3.txt")) {
        let row = fields(line);
        let problem = problem(row[0], row[1]);
        let answer = best_first(&problem, &Manhattan::new(problem.goal()), &rules, &no_limits(), &mut ());
        let found = [u64::from(optimal_cost(&answer)), answer.stats.reached.unwrap(), answer.stats.expanded];
        assert_eq!(found, [number(row[2]), number(row[3]), number(row[4])], "{line}");
    }
}

/// An 8-puzzle program that calls a hill climber A*: generated, expanded and moves for two estimates.
#[test]
fn descent_on_the_8_puzzle() {
    fn check<H: Heuristic>(problem: &Problem, heuristic: &H, expected: &[u64], line: &str) {
        let answer = descent(problem, heuristic, &no_limits(), &mut ());
        // The goal is visited but has no children made: the published figure counts it.
        let found = [answer.stats.generated, answer.stats.expanded + 1, u64::from(cost(&answer))];
        assert_eq!(found, *expected, "{line}");
        assert!(!answer.outcome.is_optimal());
    }
    for line in lines(&data("descent_3x3.txt")) {
        let row = fields(line);
        let problem = problem(row[0], row[1]);
        let manhattan = Manhattan::new(problem.goal());
        check(&problem, &Hamming::new(problem.goal()), &numbers(row[2]), line);
        check(&problem, &manhattan, &numbers(row[3]), line);
        let best = astar(&problem, &manhattan, &no_limits(), &mut ());
        assert_eq!(u64::from(optimal_cost(&best)), number(row[4]), "{line}");
    }
}

/// A program for any size that marks at generation: generated, expanded and depth.
#[test]
fn marking_at_generation_on_the_8_puzzle() {
    fn check<H: Heuristic>(problem: &Problem, heuristic: &H, expected: &[u64], line: &str) {
        let answer = mark_at_generation(problem, heuristic, true, &no_limits(), &mut ());
        let found = [answer.stats.reached.unwrap() - 1, answer.stats.expanded, u64::from(cost(&answer))];
        assert_eq!(found[..expected.len()], *expected, "{line}");
        assert!(!answer.outcome.is_optimal());
    }
    for line in lines(&data("mark_at_generation_3x3.txt")) {
        let row = fields(line);
        let problem = problem(row[0], row[1]);
        let goal = problem.goal();
        check(&problem, &OutOfPlace::new(goal), &numbers(row[2]), line);
        check(&problem, &Manhattan::new(goal), &numbers(row[3]), line);
        check(&problem, &Hamming::new(goal), &numbers(row[4]), line);
        let best = astar(&problem, &Manhattan::new(goal), &no_limits(), &mut ());
        assert_eq!(u64::from(optimal_cost(&best)), number(row[5]), "{line}");
    }
}

/// Writes down what is expanded and which children go on the open list, as the data file does.
#[derive(Default)]
struct Steps(Vec<Vec<String>>);

impl Observer for Steps {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn expanding(&mut self, node: Node<'_>) {
        self.0.push(vec![format!("{} : {}", node.board, node.f())]);
    }

    fn generated(&mut self, node: Node<'_>, fate: Fate) {
        if fate != Fate::Duplicate {
            self.0.last_mut().unwrap().push(format!("{} : {}", node.board, node.f()));
        }
    }
}

#[test]
fn the_open_list_step_by_step() {
    let text = data("trace_3x3.txt");
    for run in text.split("from ").skip(1) {
        let mut rows = lines(run).map(fields);
        let head = rows.next().unwrap();
        let problem = problem(head[0], head[1]);
        let children = [
            Direction::East,
            Direction::West,
            Direction::South,
            Direction::North,
            Direction::Up,
            Direction::Down,
        ];
        let rules = Rules { order: Order::Cheapest, children, improve: true, expand_goal: false };
        let mut steps = Steps::default();
        best_first(&problem, &Hamming::new(problem.goal()), &rules, &no_limits(), &mut steps);
        assert_eq!(steps.0, rows.collect::<Vec<_>>());
    }
}

#[test]
fn worked_values_of_estimates() {
    let goal = board("1 2 3/4 5 6/7 8 0");
    let of = |text: &str| {
        let board = board(text);
        [
            Hamming::new(&goal).of(&board),
            Manhattan::new(&goal).of(&board),
            LinearConflict::new(&goal).of(&board),
        ]
    };
    assert_eq!(of("5 0 8/4 2 1/7 3 6")[..2], [6, 13]);
    assert_eq!(of("7 2 4/6 0 5/8 3 1"), [7, 16, 18]);
    assert_eq!(of("1 2 3/0 4 6/7 5 8")[0], 3);
}

#[test]
fn astar_expands_between_must_and_may() {
    fn check<H: Heuristic>(problem: &Problem, heuristic: &H, optimal: u64, bounds: &str, line: &str) {
        let answer = astar(problem, heuristic, &no_limits(), &mut ());
        assert_eq!(u64::from(optimal_cost(&answer)), optimal, "{line}");
        let [must, may] = numbers(bounds)[..] else { panic!("{line}") };
        let expanded = answer.stats.expanded;
        assert!((must..=may).contains(&expanded), "{expanded} is not in {must}..={may}: {line}");
    }
    for line in lines(&data("astar_bounds_3x3.txt")) {
        let row = fields(line);
        let problem = problem(row[0], row[1]);
        let goal = problem.goal();
        check(&problem, &Hamming::new(goal), number(row[2]), row[3], line);
        check(&problem, &Manhattan::new(goal), number(row[2]), row[4], line);
        check(&problem, &LinearConflict::new(goal), number(row[2]), row[5], line);
    }
}

/// Korf's boards, those with the fewest nodes first.
fn korf() -> Vec<PublishedBoard> {
    let mut boards = PublishedSet::Korf100.boards();
    boards.sort_by_key(|board| board.nodes);
    boards
}

fn check_length<H: Heuristic>(korf: &PublishedBoard, heuristic: &H) {
    let answer = idastar(&korf.problem, heuristic, &no_limits(), &mut ());
    assert_eq!(optimal_cost(&answer), korf.length, "board {}", korf.number);
}

/// The published count is of nodes generated, those above the bound included, in all iterations
/// together; the root is counted once, not once in every iteration.
fn check_nodes(korf: &PublishedBoard) {
    let answer = idastar(&korf.problem, &Manhattan::new(korf.problem.goal()), &no_limits(), &mut ());
    assert_eq!(optimal_cost(&answer), korf.length, "board {}", korf.number);
    assert_eq!(Some(answer.stats.generated + 1), korf.nodes, "board {}", korf.number);
}

#[test]
fn lengths_of_a_dozen_of_korfs_boards() {
    let boards = korf();
    let walking = WalkingDistance::new(boards[0].problem.goal());
    for_each(0..12, |i| check_length(&boards[i], &walking));
}

#[test]
fn node_counts_of_the_easiest_of_korfs_boards() {
    let boards = korf();
    for_each(0..16, |i| check_nodes(&boards[i]));
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn lengths_of_all_of_korfs_boards() {
    let boards = korf();
    let walking = WalkingDistance::new(boards[0].problem.goal());
    for_each(0..boards.len(), |i| check_length(&boards[i], &walking));
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn node_counts_of_all_of_korfs_boards() {
    let boards = korf();
    for_each(0..boards.len(), |i| check_nodes(&boards[i]));
}

/// What A* holds for a board, open list, parent and g included.
#[test]
fn a_stored_board_takes_at_most_20_bytes_and_a_large_one_32() {
    let bytes = |problem: &Problem, limits: &Limits| {
        let answer = astar(problem, &Manhattan::new(problem.goal()), limits, &mut ());
        answer.stats.peak_bytes as f64 / answer.stats.reached.unwrap() as f64
    };
    for korf in korf().iter().take(6) {
        let bytes = bytes(&korf.problem, &no_limits());
        assert!(bytes <= 20.0, "board {}: {bytes}", korf.number);
    }
    for set in [PublishedSet::Korf50, PublishedSet::Cube100] {
        for nodes in [50_000, 100_000, 150_000, 200_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let bytes = bytes(&set.boards()[0].problem, &limits);
            assert!(bytes <= 32.0, "{set}, {nodes} nodes: {bytes}");
        }
    }
}

/// The eight-puzzle's hardest boards need 31 moves, whatever the search and the estimate.
#[test]
fn the_hardest_8_puzzles_by_every_estimate() {
    for start in ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"] {
        let problem = problem(start, "1 2 3/4 5 6/7 8 0");
        for name in admissible() {
            let heuristic = name.build(problem.goal(), 1).unwrap();
            assert_eq!(optimal_cost(&astar(&problem, &heuristic, &no_limits(), &mut ())), 31, "{name}");
            // Blind depth-first search would take minutes.
            if !matches!(name, HeuristicName::Zero | HeuristicName::Hamming) {
                assert_eq!(optimal_cost(&idastar(&problem, &heuristic, &no_limits(), &mut ())), 31, "{name}");
            }
        }
    }
}

/// The board on which marking at generation fails, solved by every search that claims optimality.
#[test]
fn eleven_moves_where_marking_at_generation_finds_thirteen() {
    let rest = "9 10 11/12 13 14/15 16 17//18 19 20/21 22 23/24 25 26";
    let problem = problem(&format!("1 2 3/4 0 5/6 7 8//{rest}"), &format!("1 2 3/0 8 6/7 4 5//{rest}"));
    for name in admissible() {
        let heuristic = name.build(problem.goal(), 1).unwrap();
        assert_eq!(optimal_cost(&astar(&problem, &heuristic, &no_limits(), &mut ())), 11, "{name}");
        assert_eq!(optimal_cost(&idastar(&problem, &heuristic, &no_limits(), &mut ())), 11, "{name}");
    }
}

/// A program that does not look at parity walks through all 181,440 boards it can reach.
#[test]
fn walking_the_whole_space_of_the_swapped_8_puzzle() {
    let (start, goal) = (board("2 1 3/4 5 6/7 8 0"), board("1 2 3/4 5 6/7 8 0"));
    let rules = Rules { order: Order::Cheapest, children: Direction::ALL, improve: false, expand_goal: true };
    for name in HeuristicName::SIMPLE {
        let answer = exhaust(&start, &name.build(&goal, 1).unwrap(), &rules, &no_limits(), &mut ());
        assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::DeadEnd, .. }));
        assert_eq!((answer.stats.reached, answer.stats.expanded), (Some(181_440), 181_440), "{name}");
    }
}

/// Unsolvable by parity: half of all arrangements cannot be reached.
#[test]
fn the_swapped_8_puzzle_is_refused_before_any_search() {
    let goal: Board = board("1 2 3/4 5 6/7 8 0");
    let error = Problem::new(board("2 1 3/4 5 6/7 8 0"), goal).unwrap_err().to_string();
    assert!(error.starts_with("unsolvable: 1 inversion "), "{error}");
}
