//! All boards near a goal and the slides between them, as a graph: level by level below the goal, as SVG or for Graphviz.
//!
//! Every slide leads one level up or down, as it changes the distance to the goal by one. Boards of a level stand in the
//! order of the boards above them, so that few lines cross.

use super::canvas::{Canvas, Grid, Letters, width_of};
use crate::board::Board;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// More boards than this are drawn as points.
const MOST_BOARDS_DRAWN: usize = 60;
const SPACE: f64 = 24.0;
/// The room of a line of words.
const LINE: f64 = 26.0;
/// The side of a cell.
const CELL: f64 = 26.0;
/// Half the side of a point.
const POINT: f64 = 5.0;
const STYLE: &str =
    ".tq-edge{stroke:#8b93a5;stroke-width:1.5}@media (prefers-color-scheme:dark){.tq-edge{stroke:#5d6880}}";

/// The boards up to a distance from a goal.
#[derive(Clone, Debug)]
pub struct StateGraph {
    levels: Vec<Vec<Board>>,
    /// By level and place in it: the places of the neighbours in the level below.
    below: Vec<Vec<Vec<usize>>>,
}

/// There are more boards than a picture can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates;

impl fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a graph of more than {} boards cannot be read", StateGraph::MOST_BOARDS)
    }
}

impl std::error::Error for TooManyStates {}

impl StateGraph {
    /// The most boards that a graph has.
    pub const MOST_BOARDS: usize = 2000;

    /// The boards at most `depth` slides from a goal, or all of them.
    ///
    /// # Errors
    /// If there are more than [`StateGraph::MOST_BOARDS`].
    pub fn of(goal: &Board, depth: Option<u32>) -> Result<StateGraph, TooManyStates> {
        let mut graph = StateGraph { levels: vec![vec![goal.clone()]], below: Vec::new() };
        let mut above: HashMap<Board, usize> = HashMap::new();
        let mut boards = 1;
        loop {
            let level = graph.levels.last().expect("there is the goal's");
            let mut next: Vec<Board> = Vec::new();
            let mut places: HashMap<Board, usize> = HashMap::new();
            let mut below = vec![Vec::new(); level.len()];
            let is_last = depth.is_some_and(|depth| graph.levels.len() as u64 > u64::from(depth));
            for (place, board) in level.iter().enumerate().filter(|_| !is_last) {
                for neighbour in board.neighbours().filter(|neighbour| !above.contains_key(neighbour)) {
                    let at = *places.entry(neighbour).or_insert_with_key(|neighbour| {
                        next.push(neighbour.clone());
                        next.len() - 1
                    });
                    below[place].push(at);
                }
            }
            above = level.iter().cloned().zip(0..).collect();
            graph.below.push(below);
            if next.is_empty() {
                return Ok(graph);
            }
            boards += next.len();
            if boards > StateGraph::MOST_BOARDS {
                return Err(TooManyStates);
            }
            graph.levels.push(next);
        }
    }

    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// How many slides there are between them, each with the one that takes it back.
    #[must_use]
    pub fn slides(&self) -> usize {
        self.below.iter().flatten().map(Vec::len).sum()
    }

    /// All slides: the level and the place of the upper board, and the place of the one below.
    fn edges(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let levels = self.below.iter().enumerate();
        levels.flat_map(|(level, boards)| {
            let boards = boards.iter().enumerate();
            boards.flat_map(move |(place, below)| below.iter().map(move |&at| (level, place, at)))
        })
    }

    /// The graph for Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut text = String::from("graph boards {\n  node [shape=box, fontname=monospace];\n");
        for (level, boards) in self.levels.iter().enumerate() {
            let names: Vec<String> = (0..boards.len()).map(|place| format!("b{level}_{place}")).collect();
            for (name, board) in names.iter().zip(boards) {
                let label = board.to_string().replace('/', "\\n");
                writeln!(text, "  {name} [label=\"{label}\"];").expect("memory can be written to");
            }
            writeln!(text, "  {{ rank=same; {} }}", names.join("; ")).expect("memory can be written to");
        }
        for (level, place, at) in self.edges() {
            writeln!(text, "  b{level}_{place} -- b{}_{at};", level + 1).expect("memory can be written to");
        }
        text + "}\n"
    }

    /// The graph as a picture: the goal at the top, a row for each distance.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let grid = Grid::new(self.levels[0][0].shape(), CELL);
        let draws_boards = self.boards() <= MOST_BOARDS_DRAWN;
        let node = if draws_boards { (grid.width(), grid.height()) } else { (2.0 * POINT, 2.0 * POINT) };
        let widest = self.levels.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let title = format!(
            "{}: {} boards, {} slides there and back",
            self.levels[0][0].shape(),
            self.boards(),
            self.slides()
        );
        let (beside, below) = (
            node.0 + if draws_boards { SPACE } else { 6.0 },
            node.1 + if draws_boards { SPACE } else { 26.0 },
        );
        let left = SPACE + LINE;
        let width = (left + widest * beside + SPACE).max(width_of(&title, 15.0) + 2.0 * SPACE);
        let middle = left + (width - left - SPACE) / 2.0;
        let place = |level: usize, place: usize| {
            let from_middle = place as f64 - (self.levels[level].len() as f64 - 1.0) / 2.0;
            (middle + from_middle * beside, SPACE + LINE + level as f64 * below + node.1 / 2.0)
        };
        let mut canvas = Canvas::default();
        canvas.words((SPACE, SPACE), Letters { size: 15.0, class: "tq-ink", anchor: "start" }, &title);
        for (level, upper, lower) in self.edges() {
            let (from, to) = (place(level, upper), place(level + 1, lower));
            canvas.raw(format_args!(
                "<line class=\"tq-edge\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                from.0, from.1, to.0, to.1
            ));
        }
        for (level, boards) in self.levels.iter().enumerate() {
            let height = place(level, 0).1 + 5.0;
            canvas.words(
                (SPACE, height),
                Letters { size: 14.0, class: "tq-soft", anchor: "start" },
                &level.to_string(),
            );
            for (at, board) in boards.iter().enumerate() {
                let (x, y) = place(level, at);
                let corner = (x - node.0 / 2.0, y - node.1 / 2.0);
                match draws_boards {
                    true => canvas.board(grid, corner, board, None, None),
                    false => canvas.rect("tq-bar", corner, node, POINT),
                }
            }
        }
        let height = place(self.levels.len() - 1, 0).1 + node.1 / 2.0 + SPACE;
        canvas.finish((width, height), &title, STYLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    fn graph(width: usize, height: usize, depth: Option<u32>) -> Result<StateGraph, TooManyStates> {
        StateGraph::of(&Board::goal(Shape::flat(width, height).unwrap()), depth)
    }

    #[test]
    fn twelve_boards_are_a_ring() {
        let ring = graph(2, 2, None).unwrap();
        assert_eq!((ring.boards(), ring.slides(), ring.levels.len()), (12, 12, 7));
        assert_eq!(ring.to_dot().matches(" -- ").count(), 12);
        let svg = ring.to_svg();
        assert_eq!((svg.matches("tq-tray\"").count(), svg.matches("<line").count()), (12, 12));
    }

    #[test]
    fn every_slide_is_there_once() {
        let graph = graph(3, 2, None).unwrap();
        // Two blank's cells of six have three neighbours, four have two: (2 · 3 + 4 · 2) / 6 · 360 / 2.
        assert_eq!((graph.boards(), graph.slides()), (360, 420));
        assert!(graph.to_svg().matches("<line").count() == 420);
    }

    #[test]
    fn large_spaces_need_a_depth() {
        assert_eq!(graph(3, 3, None).unwrap_err(), TooManyStates);
        let near = graph(3, 3, Some(4)).unwrap();
        assert_eq!(near.levels.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 4, 8, 16]);
        assert_eq!(near.slides(), 30);
    }
}
