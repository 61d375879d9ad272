//! First moves, replayed moves and the graph of shortest solutions.

use serde::Serialize;
use taquin::shortest::ShortestGraph;
use taquin::solver::{Analysis, FirstMove};
use taquin::{Board, Direction, Metric, Problem, Shape};

/// A move as it is written: `R`, or `R2` if it takes two tiles along.
pub fn written(shape: Shape, direction: Direction, tiles: u16) -> String {
    match tiles {
        1 => shape.letter(direction).to_string(),
        tiles => format!("{}{tiles}", shape.letter(direction)),
    }
}

/// What `hint` says about one problem.
#[derive(Debug, Serialize)]
pub struct FirstMovesReport {
    shape: String,
    start: String,
    goal: String,
    solvable: bool,
    metric: &'static str,
    /// The fewest moves to the goal.
    distance: Option<u32>,
    /// Every first move, the best first.
    first_moves: Option<Vec<FirstMoveReport>>,
}

/// A move that can be made first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirstMoveReport {
    /// The move of the blank: `R`, or `R2` for a shift of two tiles.
    #[serde(rename = "move")]
    name: String,
    /// How many tiles it moves.
    tiles: u16,
    /// The fewest moves that are left after it.
    left: u32,
    /// Whether a shortest solution begins with it.
    best: bool,
}

impl FirstMoveReport {
    /// A move as it is written.
    pub fn written(shape: Shape, first: &FirstMove) -> String {
        written(shape, first.direction, first.tiles)
    }

    /// All first moves from a board.
    pub fn all(start: &Board, goal: &Board, moves: &[FirstMove]) -> Vec<FirstMoveReport> {
        let least = moves.first().map(|first| first.left).filter(|_| start != goal);
        let report = |first: &FirstMove| FirstMoveReport {
            name: FirstMoveReport::written(start.shape(), first),
            tiles: first.tiles,
            left: first.left,
            best: Some(first.left) == least,
        };
        moves.iter().map(report).collect()
    }
}

impl FirstMovesReport {
    /// For a problem; `moves` is nothing if it cannot be solved.
    pub fn new(start: &Board, goal: &Board, metric: Metric, moves: Option<&[FirstMove]>) -> FirstMovesReport {
        let least = moves.and_then(|moves| moves.first()).map(|first| first.left + 1);
        FirstMovesReport {
            shape: start.shape().to_string(),
            start: start.to_string(),
            goal: goal.to_string(),
            solvable: moves.is_some(),
            metric: metric.name(),
            distance: least.map(|least| if start == goal { 0 } else { least }),
            first_moves: moves.map(|moves| FirstMoveReport::all(start, goal, moves)),
        }
    }
}

/// What `analyse` says about a sequence of moves.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysisReport {
    shape: String,
    start: String,
    goal: String,
    metric: &'static str,
    /// Whether the moves end at the goal.
    solves: bool,
    /// Moves that were made.
    cost: usize,
    /// Moves that were lost in all, if that is known.
    lost: Option<u32>,
    /// The distance of the start.
    distance: DistanceReport,
    moves: Vec<MadeMoveReport>,
}

/// Bounds of a distance, which are equal if it is known.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct DistanceReport {
    lower: u32,
    /// Nothing if nothing is known.
    upper: Option<u32>,
}

/// One move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct MadeMoveReport {
    /// The move of the blank: `R`, or `R2` for a shift of two tiles.
    #[serde(rename = "move")]
    name: String,
    /// The board after it.
    board: String,
    /// Its distance to the goal.
    distance: DistanceReport,
    /// By how much the whole became longer, if that is known.
    lost: Option<u32>,
    /// What would have been best, if it was a mistake.
    best: Vec<String>,
}

impl AnalysisReport {
    /// For moves that were analysed.
    pub fn new(problem: &Problem, analysis: &Analysis) -> AnalysisReport {
        let shape = problem.shape();
        let distance = |number: usize| {
            let distance = analysis.distances[number];
            DistanceReport {
                lower: distance.lower,
                upper: Some(distance.upper).filter(|&upper| upper != u32::MAX),
            }
        };
        let mut board = problem.start().clone();
        let mut boards = Vec::new();
        for made in &analysis.moves {
            for _ in 0..made.tiles {
                board.slide(made.direction).expect("the moves were replayed");
            }
            boards.push(board.to_string());
        }
        let moves = analysis.moves.iter().enumerate().map(|(number, made)| MadeMoveReport {
            name: written(shape, made.direction, made.tiles),
            board: std::mem::take(&mut boards[number]),
            distance: distance(number + 1),
            lost: made.lost,
            best: made.best.iter().map(|&(direction, tiles)| written(shape, direction, tiles)).collect(),
        });
        AnalysisReport {
            shape: shape.to_string(),
            start: problem.start().to_string(),
            goal: problem.goal().to_string(),
            metric: analysis.metric.name(),
            solves: analysis.solves,
            cost: analysis.moves.len(),
            lost: analysis.lost(),
            distance: distance(0),
            moves: moves.collect(),
        }
    }
}

/// The boards on all shortest solutions.
#[derive(Debug, Serialize)]
pub struct GraphReport {
    shape: String,
    start: String,
    goal: String,
    metric: &'static str,
    cost: u32,
    shortest_solutions: String,
    shortest_complete: bool,
    boards: Vec<GraphBoard>,
    moves: Vec<GraphMove>,
}

#[derive(Debug, Serialize)]
struct GraphBoard {
    board: String,
    left: u32,
}

#[derive(Debug, Serialize)]
struct GraphMove {
    /// Numbers of boards in the list, from 0.
    from: u32,
    to: u32,
    #[serde(rename = "move")]
    name: String,
}

impl GraphReport {
    /// For all shortest solutions.
    pub fn new(graph: &ShortestGraph) -> GraphReport {
        let problem = graph.problem();
        let (boards, edges) = graph.boards_and_edges();
        let name = |direction, tiles| written(problem.shape(), direction, tiles);
        let moves = edges.iter().map(|edge| GraphMove {
            from: edge.from,
            to: edge.to,
            name: name(edge.direction, edge.tiles),
        });
        let boards = boards.iter().map(|(board, left)| GraphBoard { board: board.to_string(), left: *left });
        GraphReport {
            shape: problem.shape().to_string(),
            start: problem.start().to_string(),
            goal: problem.goal().to_string(),
            metric: graph.metric().name(),
            cost: graph.cost(),
            shortest_solutions: graph.count().to_string(),
            shortest_complete: graph.stopped_by().is_none(),
            boards: boards.collect(),
            moves: moves.collect(),
        }
    }
}
