//! Boards drawn with lines round every tile.

use super::layers;
use crate::board::Board;

/// Draws a board, every line ending with a newline. Layers stand side by side, the top one first.
///
/// ```
/// use taquin::Board;
/// use taquin::notation::draw::draw;
///
/// let board: Board = "1 2/3 0".parse()?;
/// assert_eq!(draw(&board), "\
/// +---+---+
/// | 1 | 2 |
/// +---+---+
/// | 3 |   |
/// +---+---+
/// ");
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[must_use]
pub fn draw(board: &Board) -> String {
    let shape = board.shape();
    let digits = shape.tiles().max(1).ilog10() as usize + 1;
    let rule = format!("+{}", format!("{}+", "-".repeat(digits + 2)).repeat(shape.width()));
    let gap = "  ";
    let rules = vec![rule.as_str(); shape.depth()].join(gap);
    let mut lines = vec![rules.clone()];
    let layers: Vec<Vec<_>> = layers(board).map(Iterator::collect).collect();
    for row in 0..shape.height() {
        let parts: Vec<String> = layers
            .iter()
            .map(|layer| {
                let tiles = layer[row].iter().map(|content| match content {
                    Some(tile) => format!(" {:>digits$} |", tile.number()),
                    None => format!(" {:>digits$} |", ""),
                });
                format!("|{}", tiles.collect::<String>())
            })
            .collect();
        lines.push(parts.join(gap));
        lines.push(rules.clone());
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_and_layered_boards() {
        let flat: Board = "1 0/3 2".parse().unwrap();
        assert_eq!(draw(&flat), "+---+---+\n| 1 |   |\n+---+---+\n| 3 | 2 |\n+---+---+\n");
        let cube: Board = "1 0/3 2//4 5/6 7".parse().unwrap();
        assert!(draw(&cube).starts_with("+---+---+  +---+---+\n| 1 |   |  | 4 | 5 |\n"));
    }
}
