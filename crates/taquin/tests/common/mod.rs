//! What the tests share: reading the figures in `tests/data`, whole spaces, and all cores.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin::heuristic::HeuristicName;
use taquin::search::{Answer, Deepening, Limits, Prune};
use taquin::{Board, Cell, NamedGoal, Problem, Scrambler, Shape};

/// IDA* by the plain loop all the way.
pub(crate) const PLAIN: Deepening = Deepening {
    prune: Prune::Undo,
    threads: 1,
    kernel_after: u64::MAX,
    learn_after: 0,
    nearest_first: false,
};
/// IDA* by kernels from the first node.
pub(crate) const KERNEL: Deepening = Deepening { kernel_after: 0, ..PLAIN };

/// A file of `tests/data`.
pub(crate) fn data(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect();
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a file of figures, comments left out.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// The fields of a line, separated by `|`.
pub(crate) fn fields(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// The numbers of a field, separated by spaces.
pub(crate) fn numbers(field: &str) -> Vec<u64> {
    field
        .split_whitespace()
        .map(|word| word.parse().unwrap_or_else(|_| panic!("`{word}` in `{field}`")))
        .collect()
}

/// The number that a field is.
pub(crate) fn number(field: &str) -> u64 {
    numbers(field)[0]
}

pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn problem(start: &str, goal: &str) -> Problem {
    Problem::new(board(start), board(goal)).unwrap_or_else(|error| panic!("{start} → {goal}: {error}"))
}

pub(crate) fn shape(text: &str) -> Shape {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The cell with this number, of any shape that has so many.
pub(crate) fn cell(number: u16) -> Cell {
    shape("255x1").cell(number.into()).expect("no test needs more cells")
}

pub(crate) fn blank_last(text: &str) -> Board {
    Board::goal(shape(text))
}

/// Tiles 1 … n in reading order, the blank in the given cell.
pub(crate) fn blank_at(shape: Shape, cell: usize) -> Board {
    let mut numbers: Vec<u16> = (1..shape.cells()).map(|number| number as u16).collect();
    numbers.insert(cell, 0);
    Board::new(shape, &numbers).expect("each number once")
}

/// Goals of many kinds for a shape: every named one, a blank in the middle, two random ones.
pub(crate) fn goals(text: &str) -> Vec<Board> {
    let shape = shape(text);
    let mut goals: Vec<Board> =
        NamedGoal::ALL.into_iter().filter_map(|goal| goal.board(shape).ok()).collect();
    goals.push(blank_at(shape, shape.cells() / 2));
    let mut scrambler = Scrambler::new(blank_last(text), 17);
    goals.extend([scrambler.uniform(), scrambler.uniform()]);
    goals
}

/// Every simple heuristic that claims to be admissible, and a maximum of two.
pub(crate) fn admissible() -> Vec<HeuristicName> {
    let mut names: Vec<HeuristicName> =
        HeuristicName::SIMPLE.into_iter().filter(|name| *name != HeuristicName::OutOfPlace).collect();
    names.push(strongest());
    names
}

/// The strongest admissible heuristic.
pub(crate) fn strongest() -> HeuristicName {
    "max:linear-conflict,walking-distance".parse().expect("a heuristic")
}

/// Every board that can be slid into a goal, with its distance. A plain breadth-first walk that
/// shares nothing with the library's searches.
pub(crate) struct Space {
    pub(crate) goal: Board,
    pub(crate) boards: Vec<Board>,
    pub(crate) distances: Vec<u32>,
    pub(crate) index: HashMap<Board, usize>,
}

impl Space {
    pub(crate) fn new(goal: &Board) -> Space {
        Space::first_levels(goal, u32::MAX)
    }

    /// The boards up to a distance only.
    pub(crate) fn first_levels(goal: &Board, depth: u32) -> Space {
        let mut space = Space {
            goal: goal.clone(),
            boards: vec![goal.clone()],
            distances: vec![0],
            index: HashMap::from([(goal.clone(), 0)]),
        };
        let mut current = 0;
        while current < space.boards.len() && space.distances[current] < depth {
            for next in neighbours(&space.boards[current].clone()) {
                if !space.index.contains_key(&next) {
                    space.index.insert(next.clone(), space.boards.len());
                    space.boards.push(next);
                    space.distances.push(space.distances[current] + 1);
                }
            }
            current += 1;
        }
        space
    }

    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    pub(crate) fn distance(&self, board: &Board) -> u32 {
        self.distances[self.index[board]]
    }

    pub(crate) fn problem(&self, index: usize) -> Problem {
        Problem::new(self.boards[index].clone(), self.goal.clone()).expect("reached, so solvable")
    }
}

/// The boards one slide away.
pub(crate) fn neighbours(board: &Board) -> Vec<Board> {
    board
        .moves()
        .map(|(direction, _)| {
            let mut next = board.clone();
            next.slide(direction).expect("a legal move");
            next
        })
        .collect()
}

/// Does something for each index, on all cores.
pub(crate) fn for_each(indices: impl Iterator<Item = usize>, work: impl Fn(usize) + Sync) {
    let indices: Vec<usize> = indices.collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&index) = indices.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(index);
                }
            });
        }
    });
}

pub(crate) fn no_limits() -> Limits {
    Limits::default()
}

/// The length of a solution that must be there.
pub(crate) fn cost(answer: &Answer) -> u32 {
    answer.outcome.solution().unwrap_or_else(|| panic!("no solution: {:?}", answer.outcome)).cost()
}

/// The length of a solution that must be there and be called optimal, with the bound that proves it.
pub(crate) fn optimal_cost(answer: &Answer) -> u32 {
    let cost = cost(answer);
    assert!(answer.outcome.is_optimal(), "{:?}", answer.outcome);
    assert_eq!(answer.outcome.lower_bound(), cost);
    cost
}

/// All boards one shift away.
pub(crate) fn shifted(board: &Board) -> Vec<Board> {
    let mut all = Vec::new();
    for (direction, _) in board.moves() {
        let mut next = board.clone();
        while next.slide(direction).is_some() {
            all.push(next.clone());
        }
    }
    all
}
