//! `--report`: the file in which a classic 26-puzzle program writes its answer.
//!
//! Start and goal layer by layer, an empty line after each layer; then the depth, the number of
//! nodes, the moves and the f-values on a line each. Rows, moves and f-values end with a space. On
//! flat boards the layout is the same with one layer. A solution that is too long to have f-values has an
//! empty line instead.

use std::fmt::{Display, Write};
use taquin::notation::layers;
use taquin::search::Stats;
use taquin::{Board, Solution};

/// The text of the file.
pub(crate) fn text(goal: &Board, solution: &Solution, f_values: Option<&[u32]>, stats: &Stats) -> String {
    let shape = goal.shape();
    // A search that stores no boards counts the nodes it made and the root.
    let nodes = stats.reached.unwrap_or(stats.generated + 1);
    let mut text = board(solution.start()) + &board(goal);
    let _ = writeln!(text, "{}\n{nodes}", solution.cost());
    text += &line(solution.moves().iter().map(|&direction| shape.letter(direction)));
    text += &line(f_values.unwrap_or_default());
    text
}

fn board(board: &Board) -> String {
    let mut text = String::new();
    for layer in layers(board) {
        for row in layer {
            text += &line(row.iter().map(|tile| tile.map_or(0, |tile| tile.number())));
        }
        text += "\n";
    }
    text
}

fn line<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut line = String::new();
    for item in items {
        let _ = write!(line, "{item} ");
    }
    line + "\n"
}
