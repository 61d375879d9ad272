//! Which kernel searches for an estimate, made once before an iteration.
//!
//! | cells | estimate | kernel |
//! |---|---|---|
//! | up to 16 | Manhattan | [`super::kernels16::manhattan`] |
//! | up to 16 | linear conflict, walking distance, their maximum | [`super::kernels16::by_neighbour`] |
//! | up to 16 | 1, 2 or 4 sums of pattern databases | [`super::kernels16::by_neighbour`] with [`super::kernels16::patterns`] |
//! | 17 to 32 | Manhattan | [`super::kernels32::manhattan`] |
//! | 4 to 25, with sides of 2 to 5 | walking conflict | [`super::kernels32::walking_conflict`] |
//! | 17 to 32 | sums of pattern databases | [`super::kernels32::rises`] if all tables have companions and the processor has vectors, else [`super::kernels32::patterns`] |
//!
//! On up to 16 cells Manhattan and linear conflict have a kernel for either rule of [`super::pruning`]. Everything else is
//! searched by the plain loop.

use super::bulk::BulkEngine;
use super::grid::{self, Grid};
use super::kernels16::by_neighbour::ByNeighbour;
use super::kernels16::linear_conflict::LinearConflict;
use super::kernels16::manhattan::Manhattan;
use super::kernels16::patterns::Patterns;
use super::kernels16::walking_distance::WalkingDistance;
use super::kernels32::choose_sums;
use super::kernels32::lanes;
use super::kernels32::manhattan::Wide;
use super::kernels32::patterns::WidePatterns;
use super::kernels32::rises::Rising;
use super::kernels32::sample::Sample;
use super::kernels32::walking_conflict::WideWalks;
use super::pruning::Pruning;
use super::pruning::automaton::Automaton;
use super::pruning::last_move::LastMove;
use super::pruning::packed::PackedAutomaton;
use super::team::subtrees::Engine;
use crate::heuristic::{HeuristicName, KernelHint, KnownValues, PatternDatabases};
use crate::problem::Problem;
use crate::shape::Shape;
use std::borrow::Cow;

/// What a kernel is chosen for.
pub(crate) struct Chooser<'a> {
    pub(crate) problem: &'a Problem,
    /// The pruning rule; without one only the move that takes back the last is left out.
    pub(crate) automaton: Option<&'a Automaton>,
    /// Whether there is no time left for choosing.
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Chooser<'_> {
    /// The kernel that computes the values of a heuristic, if there is one. `sums` are those of pattern databases
    /// that are worth asking on the problem's start, once they have been found.
    pub(crate) fn kernel<'d>(
        &self,
        hint: KernelHint<'d>,
        sums: &mut Option<Vec<usize>>,
    ) -> Option<Box<dyn Engine + 'd>> {
        let shape = self.problem.shape();
        // Strips are solved without a choice to make, and larger boards do not fit.
        if shape.is_strip() || shape.cells() > 32 {
            return None;
        }
        let grid = Grid::new(shape);
        match hint.0 {
            KnownValues::Of(name) => self.of_name(&name, &grid),
            KnownValues::Databases(databases) => self.of_databases(databases, &grid, sums),
            KnownValues::Walks(heuristic) if WideWalks::fits(shape) => {
                Some(Box::new(WideWalks::new(&grid, heuristic, &self.rule(&grid))?))
            }
            KnownValues::Walks(_) => None,
        }
    }

    fn of_name(&self, name: &HeuristicName, grid: &Grid) -> Option<Box<dyn Engine>> {
        let goal = grid::numbers(self.problem.goal());
        if grid.cells() <= 16 {
            let quickest = match self.automaton {
                Some(automaton) => quickest(name, grid, &goal, automaton.packed(grid)),
                None => quickest(name, grid, &goal, LastMove::new(grid)),
            };
            quickest.or_else(|| packed(name, grid, &goal, self.rule(grid).packed(grid)))
        } else {
            (*name == HeuristicName::Manhattan).then(|| wide(grid, &goal, &self.rule(grid)))
        }
    }

    fn of_databases<'d>(
        &self,
        databases: &'d PatternDatabases,
        grid: &Grid,
        sums: &mut Option<Vec<usize>>,
    ) -> Option<Box<dyn Engine + 'd>> {
        let rule = self.rule(grid);
        if grid.cells() <= 16 {
            return Some(packed_patterns(databases, grid, rule.packed(grid), false)?);
        }
        let numbers = grid::numbers(self.problem.start());
        let find = || worth_asking(databases, grid, &numbers, &rule, self.stop);
        let asked = sums.get_or_insert_with(find);
        rising(databases, asked, grid, &rule).or_else(|| wide_patterns(databases, asked, grid, &rule))
    }

    /// The pruning rule as a machine.
    fn rule(&self, grid: &Grid) -> Cow<'_, Automaton> {
        // The shortest words forbid just the undoing of moves.
        self.automaton.map_or_else(|| Cow::Owned(Automaton::no_undo(grid)), Cow::Borrowed)
    }
}

/// Nodes for the plain loop before a kernel is made, where `usual` is what most kernels are worth.
pub(crate) fn nodes_before(hint: Option<&KernelHint<'_>>, shape: Shape, usual: u64) -> u64 {
    // Manhattan's tables are made in a moment, and pattern databases are there, while the plain loop is at its slowest
    // with them. Where walks are known, the first iteration may be a long one.
    match hint {
        Some(KernelHint(KnownValues::Databases(_))) => usual / 1000,
        Some(KernelHint(KnownValues::Of(HeuristicName::Manhattan))) => usual / 20,
        Some(KernelHint(KnownValues::Walks(_))) if shape.cells() > 16 => usual / 1_000_000,
        _ => usual,
    }
}

/// The kernel that searches very many boards by pattern databases, if there is one for the shape.
pub(crate) fn bulk_engine(
    databases: &PatternDatabases,
    shape: Shape,
    automaton: &Automaton,
) -> Option<Box<dyn BulkEngine>> {
    let grid = (shape.cells() <= 16 && databases.is_complete()).then(|| Grid::new(shape))?;
    packed_patterns(databases, &grid, automaton.packed(&grid), true)
}

/// The sums worth asking on a board of more than 16 cells.
fn worth_asking(
    databases: &PatternDatabases,
    grid: &Grid,
    numbers: &[u8],
    machine: &Automaton,
    stop: &dyn Fn() -> bool,
) -> Vec<usize> {
    fn choose<const PARTS: usize, const DEGREE: usize>(
        databases: &PatternDatabases,
        grid: &Grid,
        numbers: &[u8],
        machine: &Automaton,
        stop: &dyn Fn() -> bool,
    ) -> Vec<usize> {
        let sample = Sample::<PARTS, DEGREE>::new(grid, databases, numbers, machine, stop);
        choose_sums::worth_asking(&sample, stop)
    }
    let parts = databases.all_sums().iter().map(|sum| sum.parts.len()).max();
    match (databases.sums(), parts, grid.most_neighbours()) {
        (sums @ ..=2, ..) => (0..sums).collect(),
        (_, Some(..=4), ..=4) => choose::<4, 4>(databases, grid, numbers, machine, stop),
        (_, Some(..=4), _) => choose::<4, 6>(databases, grid, numbers, machine, stop),
        (_, _, ..=4) => choose::<8, 4>(databases, grid, numbers, machine, stop),
        _ => choose::<8, 6>(databases, grid, numbers, machine, stop),
    }
}

fn wide_patterns<'a>(
    databases: &'a PatternDatabases,
    asked: &[usize],
    grid: &Grid,
    machine: &Automaton,
) -> Option<Box<dyn Engine + 'a>> {
    fn engine<'a, const SUMS: usize, const WORDS: usize, const PARTS: usize, const DEGREE: usize>(
        databases: &'a PatternDatabases,
        asked: &[usize],
        grid: &Grid,
        machine: &Automaton,
    ) -> Box<dyn Engine + 'a> {
        Box::new(WidePatterns::<SUMS, WORDS, PARTS, DEGREE>::new(grid, databases, asked, machine))
    }
    let parts = databases.all_sums().iter().map(|sum| sum.parts.len()).max()?;
    let make = match (asked.len(), parts, grid.most_neighbours()) {
        (1..=4, ..=4, ..=4) => engine::<4, 1, 4, 4>,
        (5..=16, ..=4, ..=4) => engine::<16, 4, 4, 4>,
        (1..=2, ..=8, ..=4) => engine::<2, 1, 8, 4>,
        (3..=16, ..=8, ..=4) => engine::<16, 4, 8, 4>,
        (1..=2, ..=4, _) => engine::<2, 1, 4, 6>,
        (3..=16, ..=4, _) => engine::<16, 4, 4, 6>,
        (1..=2, ..=8, _) => engine::<2, 1, 8, 6>,
        (3..=16, ..=8, _) => engine::<16, 4, 8, 6>,
        _ => return None,
    };
    Some(make(databases, asked, grid, machine))
}

/// The kernel for tables that say which slides raise their distances, if all do and the processor can.
fn rising<'a>(
    databases: &'a PatternDatabases,
    asked: &[usize],
    grid: &Grid,
    machine: &Automaton,
) -> Option<Box<dyn Engine + 'a>> {
    fn engine<'a, const VECTORS: usize, const SUMS: usize>(
        databases: &'a PatternDatabases,
        asked: &[usize],
        grid: &Grid,
        machine: &Automaton,
    ) -> Option<Box<dyn Engine + 'a>> {
        Some(Box::new(Rising::<lanes::Best, VECTORS, SUMS>::new(grid, databases, asked, machine)?))
    }
    let parts = asked.iter().map(|&sum| databases.all_sums()[sum].parts.len()).max()?;
    let make = match (asked.len(), parts) {
        (1..=2, ..=4) => engine::<1, 2>,
        (3..=4, ..=4) => engine::<2, 4>,
        (5..=6, ..=4) => engine::<3, 6>,
        (7..=8, ..=4) => engine::<4, 8>,
        (9..=16, ..=4) => engine::<8, 16>,
        (1..=2, ..=8) => engine::<2, 2>,
        (3..=4, ..=8) => engine::<4, 4>,
        (5..=8, ..=8) => engine::<8, 8>,
        _ => return None,
    };
    make(databases, asked, grid, machine)
}

fn packed_patterns(
    databases: &PatternDatabases,
    grid: &Grid,
    pruning: PackedAutomaton,
    nearest_first: bool,
) -> Option<Box<dyn BulkEngine>> {
    match databases.sums() {
        1 => Some(packed_sums::<1>(databases, grid, pruning, nearest_first)),
        2 => Some(packed_sums::<2>(databases, grid, pruning, nearest_first)),
        4 => Some(packed_sums::<4>(databases, grid, pruning, nearest_first)),
        _ => None,
    }
}

fn packed_sums<const SUMS: usize>(
    databases: &PatternDatabases,
    grid: &Grid,
    pruning: PackedAutomaton,
    nearest_first: bool,
) -> Box<dyn BulkEngine> {
    fn boxed<const SUMS: usize, const DENSE: bool>(
        kernel: ByNeighbour<Patterns<SUMS, DENSE>, PackedAutomaton>,
        nearest_first: bool,
    ) -> Box<dyn BulkEngine> {
        Box::new(if nearest_first { kernel.nearest_first() } else { kernel })
    }
    if databases.tables().iter().any(|table| table.index.is_dense()) {
        let sums = Patterns::<SUMS, true>::new(grid, databases);
        boxed(ByNeighbour::new(grid, sums, pruning), nearest_first)
    } else {
        let sums = Patterns::<SUMS, false>::new(grid, databases);
        boxed(ByNeighbour::new(grid, sums, pruning), nearest_first)
    }
}

/// The kernels of heuristics so quick that each rule is worth one of its own.
fn quickest<P: Pruning + 'static>(
    name: &HeuristicName,
    grid: &Grid,
    goal: &[u8],
    pruning: P,
) -> Option<Box<dyn Engine>> {
    match name {
        HeuristicName::Manhattan => Some(Box::new(Manhattan::new(grid, goal, pruning))),
        HeuristicName::LinearConflict if LinearConflict::fits(grid.shape) => {
            Some(Box::new(ByNeighbour::new(grid, LinearConflict::new(grid, goal), pruning)))
        }
        _ => None,
    }
}

fn packed(
    name: &HeuristicName,
    grid: &Grid,
    goal: &[u8],
    pruning: PackedAutomaton,
) -> Option<Box<dyn Engine>> {
    let fits = LinearConflict::fits(grid.shape) && WalkingDistance::fits(grid.shape);
    match name {
        HeuristicName::WalkingDistance if fits => {
            Some(Box::new(ByNeighbour::new(grid, WalkingDistance::new(grid, goal), pruning)))
        }
        HeuristicName::Max(parts) if fits && is_conflict_and_walking(parts) => {
            let both = (LinearConflict::new(grid, goal), WalkingDistance::new(grid, goal));
            Some(Box::new(ByNeighbour::new(grid, both, pruning)))
        }
        _ => None,
    }
}

fn is_conflict_and_walking(parts: &[HeuristicName]) -> bool {
    use HeuristicName::{LinearConflict, WalkingDistance};
    matches!(parts, [LinearConflict, WalkingDistance] | [WalkingDistance, LinearConflict])
}

fn wide(grid: &Grid, goal: &[u8], machine: &Automaton) -> Box<dyn Engine> {
    if grid.most_neighbours() <= 4 {
        Box::new(Wide::<4>::new(grid, goal, machine))
    } else {
        Box::new(Wide::<6>::new(grid, goal, machine))
    }
}
