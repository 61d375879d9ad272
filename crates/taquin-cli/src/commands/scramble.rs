//! `taquin scramble`: random solvable boards, the same for the same seed.

use crate::args::Scramble;
use crate::compare::boards::at_depth;
use crate::failure::{Failure, Verdict};
use crate::report;
use crate::ui::{self, Answers, Ui};
use crate::{input, interrupt};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use taquin::search::Limits;
use taquin::{Board, Scrambler, Shape};
use taquin_json::scramble::ScrambleReport;

pub(crate) fn run(arguments: &Scramble, ui: &Ui) -> Result<Verdict, Failure> {
    let usual = Shape::flat(4, 4).expect("a small shape");
    let goal = input::goal_board(&arguments.goal, arguments.shape, usual)?;
    input::mistaken_shape(goal.shape()).iter().for_each(|remark| ui.note(remark));
    let shape = goal.shape();
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = system_seed();
        ui.note(format_args!("--seed {seed} makes the same again"));
        seed
    });
    if shape.is_flat() && shape.height() == 1 {
        ui.note(format_args!("a single row does not tell its shape: read it with --shape {shape}"));
    }
    let is_usual_goal = goal == Board::goal(shape);
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let mut out = Answers::new();
    let deep = match arguments.depth {
        Some(depth) => deep_boards(&mut scrambler, &goal, depth, arguments, ui)?,
        None => Vec::new(),
    };
    let mut deep = deep.into_iter();
    for index in 0..arguments.count {
        let board = match (arguments.depth, arguments.walk) {
            (Some(_), _) => match deep.next() {
                Some(board) => board,
                None => break,
            },
            (None, Some(moves)) => scrambler.walk(moves),
            (None, None) => scrambler.uniform(),
        };
        if arguments.json {
            let report = ScrambleReport {
                shape: shape.to_string(),
                start: board.to_string(),
                goal: goal.to_string(),
                seed,
                index,
                walk: arguments.walk,
                depth: arguments.depth,
                metric: arguments.metric.name(),
            };
            report::write_line(&mut out, &report)?;
        } else if is_usual_goal {
            writeln!(out, "{board}")?;
        } else {
            writeln!(out, "{board} | {goal}")?;
        }
    }
    out.flush()?;
    Ok(Verdict::Answered)
}

/// Different boards at exactly this distance, or all if there are fewer, which is said.
fn deep_boards(
    scrambler: &mut Scrambler,
    goal: &Board,
    depth: u32,
    arguments: &Scramble,
    ui: &Ui,
) -> Result<Vec<Board>, Failure> {
    let limits = Limits {
        time: arguments.time_limit,
        memory: arguments.memory_limit,
        cancel: Some(interrupt::cancel_on_interrupt()?),
        ..Limits::default()
    };
    let wanted = usize::try_from(arguments.count).unwrap_or(usize::MAX);
    let boards = at_depth(scrambler, goal, arguments.metric, depth, wanted, &limits, super::threads(None))?;
    if boards.len() < wanted {
        let there = ui::count(boards.len() as u64, "board");
        ui.note(format_args!("there are no more than {there} at exactly {depth} moves"));
    }
    Ok(boards)
}

/// A seed that the system draws, short enough to be typed again.
pub(crate) fn system_seed() -> u64 {
    // The standard library keys its hash maps with randomness from the system.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
