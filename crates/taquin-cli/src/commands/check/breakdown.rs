//! Where the estimates come from: how far each tile is from home, which tiles stand in each other's
//! way, and what goes wrong if conflicts are counted in pairs.

use crate::input::Posed;
use crate::ui::{BAD, FAIR};
use std::fmt::Write;
use taquin::Problem;
use taquin::heuristic::{Breakdown, Heuristic, LinearConflict, WalkingDistance};
use taquin::search::{Limits, astar};

/// Boards with more tiles than this are not broken down for people.
const MOST_TILES: usize = 48;

/// The true distance is looked for with at most this many nodes.
const MOST_NODES: u64 = 200_000;

/// All of it in words.
pub(super) fn text(posed: &Posed) -> String {
    let mut text = String::new();
    if posed.start.shape().tiles() > MOST_TILES {
        return text;
    }
    let breakdown = Breakdown::of(&posed.start, &posed.goal);
    let distances = &breakdown.manhattan_by_tile;
    let width = posed.start.shape().tiles().to_string().len().max(2);
    let row = |numbers: &mut dyn Iterator<Item = u32>| {
        numbers.map(|number| format!(" {number:>width$}")).collect::<String>()
    };
    let _ = writeln!(text, "\nmanhattan by tile");
    let _ = writeln!(text, "  tile     {}", row(&mut (1..).take(distances.len())));
    let _ = writeln!(
        text,
        "  distance {}   sum {}",
        row(&mut distances.iter().copied()),
        distances.iter().sum::<u32>()
    );
    let _ = writeln!(text, "\nlinear conflict");
    for conflict in &breakdown.conflicts {
        let leaving: Vec<String> = conflict.leaving.iter().map(|tile| tile.number().to_string()).collect();
        let verb = if leaving.len() == 1 { "has" } else { "have" };
        let leaving = leaving.join(" ");
        let _ = writeln!(text, "  {conflict} in the wrong order; {leaving} {verb} to leave it and come back");
    }
    if breakdown.conflicts.is_empty() {
        let _ = writeln!(text, "  no two tiles stand in each other's way in their goal lines");
    }
    if let Some(value) = breakdown.pair_counting() {
        warn(&mut text, posed, value);
    }
    text
}

/// Shows what counting pairs makes of the board, where that is more than can be vouched for.
fn warn(text: &mut String, posed: &Posed, by_pairs: u32) {
    let exact = LinearConflict::new(&posed.goal).of(&posed.start);
    if by_pairs <= exact {
        return;
    }
    let distance = true_distance(posed);
    let (style, verdict) = match distance {
        Some(distance) if by_pairs > distance => {
            (BAD, "counting 2 for every conflicting pair is not admissible: here it is too high")
        }
        Some(_) => {
            (FAIR, "counting 2 for every conflicting pair is not admissible, though not too high here")
        }
        None => (FAIR, "counting 2 for every conflicting pair is not admissible, and may be too high here"),
    };
    let _ = writeln!(text, "\n{style}warning{style:#}: {verdict}");
    let _ = writeln!(text, "  by pairs         {by_pairs:>6}");
    let _ = writeln!(text, "  linear-conflict  {exact:>6}");
    if let Some(distance) = distance {
        let _ = writeln!(text, "  true distance    {distance:>6}");
    }
}

/// The length of a shortest solution, if there is one and it is found soon.
fn true_distance(posed: &Posed) -> Option<u32> {
    let problem = Problem::new(posed.start.clone(), posed.goal.clone()).ok()?;
    let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
    let answer = astar(&problem, &WalkingDistance::new(problem.goal()), &limits, &mut ());
    answer.outcome.is_optimal().then(|| answer.outcome.lower_bound())
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Board;

    /// The only 3×3 boards on which counting pairs is too high.
    #[test]
    fn pair_counting_fails_on_seven_boards() {
        for (board, by_pairs, distance) in [
            ("0 8 7/6 5 4/3 2 1", 32, 28),
            ("3 8 1/6 5 4/0 2 7", 28, 26),
            ("6 8 7/0 5 4/3 2 1", 29, 27),
            ("6 8 7/3 5 4/0 2 1", 28, 26),
            ("7 8 0/6 5 4/1 2 3", 28, 26),
            ("8 0 7/6 5 4/3 2 1", 29, 27),
            ("8 7 0/6 5 4/3 2 1", 28, 26),
        ] {
            let start: Board = board.parse().unwrap();
            let goal = Board::goal(start.shape());
            let posed = Posed { start, goal };
            assert_eq!(true_distance(&posed), Some(distance), "{board}");
            let text = text(&posed);
            assert!(text.contains("here it is too high"), "{text}");
            assert!(text.contains(&format!("  by pairs         {by_pairs:>6}\n")), "{text}");
        }
    }
}
