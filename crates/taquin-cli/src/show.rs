//! A solution drawn board after board with an arrow between them.

use std::io::{self, Write};
use taquin::Solution;
use taquin::heuristic::Heuristic;
use taquin::notation::draw::draw;

/// Draws every board under a line with its step, g, h and f.
pub(crate) fn write(
    out: &mut (impl Write + ?Sized),
    solution: &Solution,
    heuristic: &impl Heuristic,
) -> io::Result<()> {
    for (step, (board, h)) in solution.boards().zip(solution.estimates(heuristic)).enumerate() {
        let drawn = draw(&board);
        if step > 0 {
            let middle = drawn.lines().next().map_or(0, |rule| rule.len() / 2);
            writeln!(out, "{0:middle$}|\n{0:middle$}v", "")?;
        }
        writeln!(out, "Step {step}   g*={step} h*={h} f*={}", step + h as usize)?;
        out.write_all(drawn.as_bytes())?;
    }
    Ok(())
}
