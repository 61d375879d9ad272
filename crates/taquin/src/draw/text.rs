//! A board drawn with characters and what a heuristic counts for each tile below its number.

use super::{Mark, Marks};
use crate::board::Board;
use crate::notation::layers;

/// Draws a board with two lines for each tile: its number, and what the heuristic counts for it. `!` is for a tile that must
/// leave its line, and `*` for one that is out of place where no distance is counted.
///
/// ```
/// use taquin::draw::{Marks, marked_text};
/// use taquin::heuristic::HeuristicName;
///
/// let marks = Marks::new(&HeuristicName::LinearConflict, &"1 2/3 0".parse()?)?;
/// assert_eq!(marked_text(&"2 1/3 0".parse()?, &marks), "\
/// +---+---+
/// | 2 | 1 |
/// | 1 |1! |
/// +---+---+
/// | 3 |   |
/// |   |   |
/// +---+---+
/// linear-conflict: 2 + 2 = 4
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn marked_text(board: &Board, marks: &Marks) -> String {
    let shape = board.shape();
    let digits = shape.tiles().max(1).ilog10() as usize + 1;
    let of = marks.of(board);
    let rule = format!("+{}", format!("{}+", "-".repeat(digits + 2)).repeat(shape.width()));
    let gap = "  ";
    let rules = vec![rule.as_str(); shape.depth()].join(gap) + "\n";
    let mut text = rules.clone();
    let numbers: Vec<Vec<_>> = layers(board).map(Iterator::collect).collect();
    let marks_of: Vec<Vec<_>> = of
        .chunks(shape.width() * shape.height())
        .map(|layer| layer.chunks(shape.width()).collect())
        .collect();
    for row in 0..shape.height() {
        let parts = numbers.iter().map(|layer| {
            let tile = |content: &Option<crate::board::Tile>| {
                format!(" {:>digits$} |", content.map(|tile| tile.to_string()).unwrap_or_default())
            };
            format!("|{}", layer[row].iter().map(tile).collect::<String>())
        });
        text += &(parts.collect::<Vec<_>>().join(gap) + "\n");
        let parts = marks_of.iter().map(|layer| {
            let mark = |mark: &Mark| format!("{:>1$}|", below(*mark), digits + 2);
            format!("|{}", layer[row].iter().map(mark).collect::<String>())
        });
        text += &(parts.collect::<Vec<_>>().join(gap) + "\n");
        text += &rules;
    }
    text + &marks.summary(board) + "\n"
}

/// What stands below a number.
fn below(mark: Mark) -> String {
    let count = match mark.counted {
        Some(0) => String::new(),
        Some(count) => count.to_string(),
        None if mark.away => "*".into(),
        None => String::new(),
    };
    format!("{count}{} ", if mark.must_leave { "!" } else { "" })
}
