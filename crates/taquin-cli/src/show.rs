//! A solution drawn board after board with an arrow between them.

use std::io::{self, Write};
use taquin::Solution;
use taquin::notation::draw::draw;

/// Draws every board under a line with its step, g, h and f.
pub(crate) fn write(out: &mut impl Write, solution: &Solution, f_values: &[u32]) -> io::Result<()> {
    for (step, (board, f)) in solution.boards().zip(f_values).enumerate() {
        let drawn = draw(&board);
        if step > 0 {
            let middle = drawn.lines().next().map_or(0, |rule| rule.len() / 2);
            writeln!(out, "{0:middle$}|\n{0:middle$}v", "")?;
        }
        writeln!(out, "Step {step}   g*={step} h*={} f*={f}", *f as usize - step)?;
        out.write_all(drawn.as_bytes())?;
    }
    Ok(())
}
