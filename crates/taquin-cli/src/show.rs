//! A solution drawn board after board.

use std::io::{self, Write};
use taquin::heuristic::Heuristic;
use taquin::notation::draw::draw;
use taquin::{Board, Solution};

/// Boards stand side by side in this many columns where no terminal says how wide it is.
const USUAL_WIDTH: usize = 80;

/// Space between two boards.
const SPACES: usize = 3;

/// Draws every board under the tile that was moved and its g, h and f, side by side as far as they fit.
pub(crate) fn steps(
    out: &mut (impl Write + ?Sized),
    solution: &Solution,
    heuristic: &impl Heuristic,
    terminal: Option<usize>,
) -> io::Result<()> {
    let all = solution.boards().zip(solution.estimates(heuristic)).zip(titles(solution)).enumerate();
    let blocks = all.map(|(step, ((board, h), title))| {
        let figures = format!("g={step} h={h} f={}", step + h as usize);
        [title, figures].into_iter().chain(draw(&board).lines().map(String::from)).collect()
    });
    in_rows(out, blocks, terminal)
}

/// Draws every board under the tile that was moved, side by side as far as they fit.
pub(crate) fn boards(
    out: &mut (impl Write + ?Sized),
    solution: &Solution,
    draw: impl Fn(&Board) -> String,
    terminal: Option<usize>,
) -> io::Result<()> {
    let blocks = solution.boards().zip(titles(solution)).map(|(board, title)| {
        let drawn = draw(&board);
        std::iter::once(title).chain(drawn.lines().map(String::from)).collect()
    });
    in_rows(out, blocks, terminal)
}

/// What stands above each board of a solution: `Step 3: 8 left`.
fn titles(solution: &Solution) -> impl Iterator<Item = String> {
    let shape = solution.start().shape();
    let moved = solution.slides_by_move().map(move |slides| {
        let tiles: Vec<String> = slides.iter().map(|slide| slide.tile().to_string()).collect();
        format!("{} {}", tiles.join(" "), slides[0].direction().opposite().word(shape))
    });
    let words = std::iter::once("start".to_string()).chain(moved);
    words.enumerate().map(|(step, words)| format!("Step {step}: {words}"))
}

/// Puts blocks of lines side by side as far as they fit.
fn in_rows(
    out: &mut (impl Write + ?Sized),
    blocks: impl Iterator<Item = Vec<String>>,
    terminal: Option<usize>,
) -> io::Result<()> {
    let mut row: Vec<Vec<String>> = Vec::new();
    let mut width = 0;
    for lines in blocks {
        let own = lines.iter().map(String::len).max().unwrap_or(0);
        if !row.is_empty() && width + SPACES + own > terminal.unwrap_or(USUAL_WIDTH) {
            side_by_side(out, &row)?;
            writeln!(out)?;
            (row, width) = (Vec::new(), 0);
        }
        width += own + if row.is_empty() { 0 } else { SPACES };
        row.push(lines);
    }
    side_by_side(out, &row)
}

fn side_by_side(out: &mut (impl Write + ?Sized), blocks: &[Vec<String>]) -> io::Result<()> {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        let mut text = String::new();
        for block in blocks {
            let width = block.iter().map(String::len).max().unwrap_or(0);
            text += &format!("{:width$}{:SPACES$}", block.get(line).map_or("", String::as_str), "");
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// Draws every board under a line with its step, g, h and f, and an arrow between them: the form of the file that an old
/// program wrote.
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
