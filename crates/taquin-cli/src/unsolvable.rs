//! What is said of a board that cannot be solved: why, in a line, and what would do, in another.

use crate::input::Posed;
use crate::ui::{self, BAD};
use std::io::{self, Write};
use taquin::{NamedGoal, Solvability};

/// Says that a board cannot be solved, why, and what could be done instead, on a screen of some width.
pub(crate) fn tell(
    out: &mut dyn Write,
    posed: &Posed,
    why: Solvability,
    terminal: Option<usize>,
) -> io::Result<()> {
    let line = format!("{BAD}unsolvable{BAD:#}: {} (`taquin check` explains)", reason(why));
    writeln!(out, "{}", ui::wrapped(&line, 0, terminal))?;
    let ways = ways_on(posed, why, "--goal ");
    ways.map_or(Ok(()), |ways| writeln!(out, "{}", ui::wrapped(&ways, 0, terminal)))
}

/// Why a board cannot be solved, in short.
pub(crate) fn reason(why: Solvability) -> String {
    match why {
        Solvability::Strip { .. } => "the tiles of a strip cannot pass each other".to_string(),
        Solvability::OddWidth { inversions } => {
            format!("{}: an odd number stays odd", ui::count(inversions, "inversion"))
        }
        Solvability::EvenWidth { inversions, rows_apart } => format!(
            "{} + {} of the blank: an odd sum stays odd",
            ui::count(inversions, "inversion"),
            ui::count(rows_apart.into(), "row")
        ),
        Solvability::Box { .. } => "tiles and blank differ in parity, and always will".to_string(),
    }
}

/// Which goals would do, and which tiles to swap. `goal` is how a goal is asked for.
pub(crate) fn ways_on(posed: &Posed, why: Solvability, goal: &str) -> Option<String> {
    let shape = posed.start.shape();
    let reached = |goal: &NamedGoal| {
        goal.board(shape).is_ok_and(|goal| Solvability::of(&posed.start, &goal).is_solvable())
    };
    let goals: Vec<String> =
        NamedGoal::ALL.into_iter().filter(reached).map(|name| format!("{goal}{name}")).collect();
    let mut ways = Vec::new();
    if let (
        Solvability::OddWidth { .. } | Solvability::EvenWidth { .. } | Solvability::Box { .. },
        last @ 2..,
    ) = (why, shape.tiles())
    {
        ways.push(format!("with {} and {last} swapped it could be solved", last - 1));
    }
    if !goals.is_empty() {
        ways.push(format!("as it is it can be slid to {}", goals.join(" and ")));
    }
    (!ways.is_empty()).then(|| ways.join("; "))
}
