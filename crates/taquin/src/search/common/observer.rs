//! How anything watches a search: traces, progress lines, the numbers in a report.

use super::outcome::Stats;
use crate::board::Board;
use crate::shape::Direction;
use crate::solution::Solution;
use crate::solver::Plan;
use std::fmt;
use std::ops::ControlFlow;

/// A node's number: 0 for the root, then in the order in which boards are first reached.
pub type NodeId = u32;

/// A node as an observer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// Its number. Searches that store no boards number every node they generate.
    pub id: NodeId,
    /// The node it was made from.
    pub parent: Option<NodeId>,
    /// The move that made it.
    pub via: Option<Direction>,
    /// Moves from the root.
    pub g: u32,
    /// The estimate of the moves to the goal.
    pub h: u32,
    /// The board.
    pub board: &'a Board,
}

impl Node<'_> {
    /// g + h, the estimate for the whole way.
    pub fn f(&self) -> u32 {
        self.g + self.h
    }
}

/// What became of a child when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A board not seen before: it goes on the open list.
    New,
    /// The board is known and this way to it is no better.
    Duplicate,
    /// The board is on the open list and this way is shorter: it is moved up.
    Improved,
    /// The board was expanded already and this way is shorter: it is opened again.
    Reopened,
    /// Its f is above the bound of a depth-first search, which turns back; or a beam keeps others that look better.
    Pruned,
}

/// Work without nodes that a search needs before it can begin, or go on better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Chore {
    /// Tables are built.
    Tables,
    /// It is learned which moves can be left out.
    Pruning,
    /// Short searches show which tables are worth asking.
    Choice,
}

impl fmt::Display for Chore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Chore::Tables => "building tables",
            Chore::Pruning => "learning which moves to leave out",
            Chore::Choice => "choosing among tables",
        })
    }
}

/// Watches a search. Every method has a default that does nothing, so that an observer of progress
/// implements [`Observer::progress`] and no more.
///
/// Observers are passed as `&mut dyn Observer`: searches are compiled once, in this crate. `&mut ()`
/// watches nothing.
pub trait Observer {
    /// Whether it wants to see single nodes: [`Observer::expanding`], [`Observer::generated`] and
    /// [`Observer::goal`] are called only then. A search asks once, when it begins. If the answer is
    /// no it may run many times as fast.
    fn wants_nodes(&self) -> bool {
        false
    }

    /// A [`Solver`](crate::Solver) has chosen what to do and is about to search.
    fn begins(&mut self, _plan: &Plan) {}

    /// Work without nodes is under way, and so much of it is done, from 0 to 1, if that is known. Called when it begins and
    /// then now and then; may stop the search. It is over when something else is told.
    fn chore(&mut self, _chore: Chore, _share: Option<f64>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A node is expanded: its children are about to be made.
    fn expanding(&mut self, _node: Node<'_>) {}

    /// A child has been made.
    fn generated(&mut self, _node: Node<'_>, _fate: Fate) {}

    /// The goal is selected: the search is over.
    fn goal(&mut self, _node: Node<'_>) {}

    /// An iteration with this bound begins.
    fn iteration(&mut self, _bound: u32) {}

    /// A search for a shortest solution has come across one that is shorter than those before, and goes on.
    fn solution(&mut self, _solution: &Solution) {}

    /// Whether a solution is known already: then a search for a shortest one looks for no other beside its proof.
    fn has_solution(&self) -> bool {
        false
    }

    /// Called now and then with the figures so far and the bound proved so far; may stop the search.
    fn progress(&mut self, _stats: &Stats, _lower_bound: u32) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Watches nothing.
impl Observer for () {}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn wants_nodes(&self) -> bool {
        (**self).wants_nodes()
    }

    fn begins(&mut self, plan: &Plan) {
        (**self).begins(plan);
    }

    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        (**self).chore(chore, share)
    }

    fn expanding(&mut self, node: Node<'_>) {
        (**self).expanding(node);
    }

    fn generated(&mut self, node: Node<'_>, fate: Fate) {
        (**self).generated(node, fate);
    }

    fn goal(&mut self, node: Node<'_>) {
        (**self).goal(node);
    }

    fn iteration(&mut self, bound: u32) {
        (**self).iteration(bound);
    }

    fn solution(&mut self, solution: &Solution) {
        (**self).solution(solution);
    }

    fn has_solution(&self) -> bool {
        (**self).has_solution()
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        (**self).progress(stats, lower_bound)
    }
}
