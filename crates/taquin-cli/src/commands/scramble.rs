//! `taquin scramble`: random solvable boards, the same for the same seed.

use crate::args::Scramble;
use crate::failure::{Failure, Verdict};
use crate::input;
use crate::report::{self, ScrambleReport};
use crate::ui::{Answers, Ui};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use taquin::{NamedGoal, Scrambler, Shape};

pub(crate) fn run(arguments: &Scramble, ui: &Ui) -> Result<Verdict, Failure> {
    let usual = Shape::flat(4, 4).expect("a small shape");
    let goal = input::goal_board(&arguments.goal, arguments.shape, usual)?;
    let shape = goal.shape();
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = system_seed();
        ui.note(format_args!("--seed {seed} makes the same again"));
        seed
    });
    if shape.is_flat() && shape.height() == 1 {
        ui.note(format_args!("a single row does not tell its shape: read it with --shape {shape}"));
    }
    let is_usual_goal = NamedGoal::BlankLast.board(shape).is_ok_and(|usual| usual == goal);
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let mut out = Answers::new();
    for index in 0..arguments.count {
        let board = match arguments.walk {
            Some(moves) => scrambler.walk(moves),
            None => scrambler.uniform(),
        };
        if arguments.json {
            let report = ScrambleReport {
                shape: shape.to_string(),
                start: board.to_string(),
                goal: goal.to_string(),
                seed,
                index,
                walk: arguments.walk,
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

/// A seed that the system draws, short enough to be typed again.
pub(crate) fn system_seed() -> u64 {
    // The standard library keys its hash maps with randomness from the system.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
