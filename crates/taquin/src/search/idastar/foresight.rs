//! Looks for the solution of an iteration before the iteration is searched through.
//!
//! Most of a search is its last iteration, and most of that is what happens to lie before the first solution. So beams
//! ([`crate::beam`]) go first, one from the start and one from the goal. What they find within the bound is a shortest
//! solution, since all lower bounds have been searched through; if they find nothing, nothing is proved, and the iteration
//! is searched through, the subtrees that look nearest to the goal first.
//!
//! Beams get wider until they are as wide as a share of the nodes of the iteration before allows, and no clock decides:
//! solution and counts are the same on any number of threads.

use super::Prune;
use super::run::Run;
use super::team::iteration::Task;
use crate::beam::{Beam, Beams, Bounds, Costs, End, Evaluation, Kinds, NO_KINDS, Progress, Watch};
use crate::problem::Problem;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::node_budget::Count;
use crate::search::common::observer::Observer;
use crate::search::common::outcome::{Stats, StopReason};
use crate::shape::{Direction, Shape};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Each of the two widest beams may expand one board for so many nodes that the iteration is expected to have.
const SHARE: u64 = 96;

/// Narrower beams go first, by so many times: most solutions are found by them.
const NARROWER: [usize; 3] = [16, 4, 1];

/// A narrower beam is not worth its while.
const NARROWEST: usize = 256;

/// Iterations that are expected to have fewer nodes are over in a moment.
const WORTH_NODES: u64 = 1 << 20;

/// Bytes a beam may hold, if a limit does not say less.
const MOST_BYTES: u64 = 1 << 30;

/// Sees solutions before they are searched for.
pub(crate) struct Foresight {
    evaluation: Evaluation,
    /// That of beams from the goal, which lead to the start.
    backwards: Evaluation,
    /// The start as the evaluation sees it.
    start: Vec<u8>,
    blank: usize,
    /// The most that a beam held.
    peak_bytes: AtomicU64,
}

impl Foresight {
    /// The costs that boards of a shape are looked at by in a search with this pruning rule. Without the automaton nodes are
    /// counted as in publications; and small boards are searched as soon as looked at.
    pub(crate) fn costs(shape: Shape, prune: Prune) -> Option<Costs> {
        let pays = prune == Prune::Automaton && shape.cells() > 16 && crate::beam::fits(shape);
        pays.then(|| Costs::best_for(shape))
    }

    /// What is to be seen before an iteration that is expected to have so many nodes, if that is worth its while.
    pub(super) fn of(problem: &Problem, prune: Prune, expected: u64) -> Option<Foresight> {
        let costs = || if expected < WORTH_NODES { None } else { Foresight::costs(problem.shape(), prune) };
        let evaluation = Evaluation::new(problem.goal(), costs()?);
        let backwards = Evaluation::new(problem.start(), costs()?);
        let (start, blank) = (evaluation.labels(problem.start()), problem.start().blank().index());
        Some(Foresight { evaluation, backwards, start, blank, peak_bytes: AtomicU64::new(0) })
    }

    /// The most bytes that a beam has held.
    pub(super) fn peak_bytes(&self) -> usize {
        self.peak_bytes.load(Relaxed) as usize
    }

    /// Looks at boards that the blank's ways lead to.
    pub(crate) fn view(&self) -> View<'_> {
        let mut kinds = NO_KINDS;
        self.evaluation.find_kinds(&self.start, &mut kinds);
        let score = self.evaluation.score(&self.start);
        let step = Step { blank: self.blank, score };
        View { evaluation: &self.evaluation, labels: self.start.clone(), kinds, steps: vec![step] }
    }

    /// A solution within the bound of an iteration that is about to begin, if one of the beams finds one.
    ///
    /// # Errors
    /// If a limit ends the search.
    pub(super) fn look(
        &self,
        run: &mut Run<'_>,
        task: &Task<'_>,
        limits: &Limits,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        if let Some(count) = task.ledger.and_then(|ledger| ledger.beams(task.bound, task.expected)) {
            run.stats.expanded += count.expanded;
            run.stats.generated += count.generated;
            return Ok(None);
        }
        let before = Count { expanded: run.stats.expanded, generated: run.stats.generated };
        let found = self.search(run, task, limits)?;
        if let (Some(ledger), None) = (task.ledger, &found) {
            let after = Count { expanded: run.stats.expanded, generated: run.stats.generated };
            ledger.no_beam(task.bound, after - before);
        }
        Ok(found)
    }

    fn search(
        &self,
        run: &mut Run<'_>,
        task: &Task<'_>,
        limits: &Limits,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        let memory = limits.memory.map_or(MOST_BYTES, |most| (most / 2).min(MOST_BYTES));
        let Some(width) = self.width(task, memory) else { return Ok(None) };
        self.peak_bytes.fetch_max(self.bytes(width, task.bound), Relaxed);
        let left = Limits {
            time: limits.time.map(|time| time.saturating_sub(run.budget.elapsed())),
            ..limits.clone()
        };
        let clock = Budget::new(&left);
        let is_over = || clock.is_over();
        let ends = [(End::Start, &self.evaluation), (End::Goal, &self.backwards)];
        let widths = NARROWER.map(|narrower| width / narrower);
        let beams = widths.into_iter().filter(|&width| width >= NARROWEST);
        for (width, (end, beams)) in beams.flat_map(|width| ends.map(|end| (width, end))) {
            let beam = Beam { width, threads: task.crew.own(), below: task.bound + 1 };
            let nodes = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(run.stats.expanded));
            let bounds = Bounds { memory, nodes, deadline: None, is_over: &is_over };
            let Run { observer, budget, stats, lower_bound, problem, .. } = run;
            let before = Count { expanded: stats.expanded, generated: stats.generated };
            let mut watch = Levels { observer: *observer, budget, stats, lower_bound: *lower_bound, before };
            match end.search(problem, beams, beam, &bounds, &mut watch) {
                // A beam that there is no room for is not the end.
                Ok(None) | Err(StopReason::Nodes | StopReason::Memory) => {}
                found => return found,
            }
        }
        Ok(None)
    }

    /// How wide beams are before an iteration, if they are worth their while.
    fn width(&self, task: &Task<'_>, memory: u64) -> Option<usize> {
        let mut width = (task.expected / SHARE / u64::from(task.bound).max(1)) as usize;
        while width >= NARROWEST && self.bytes(width, task.bound) > memory {
            width -= width / 8;
        }
        (width >= NARROWEST).then_some(width)
    }

    /// Bytes that are held while a beam is searched.
    fn bytes(&self, width: usize, bound: u32) -> u64 {
        Beams::bytes(&self.evaluation, width, bound) + self.backwards.bytes()
    }
}

/// A board that ways of the blank lead to.
pub(crate) struct View<'a> {
    evaluation: &'a Evaluation,
    labels: Vec<u8>,
    kinds: Kinds,
    /// The start, and the boards on the way.
    steps: Vec<Step>,
}

/// A board on the way.
#[derive(Clone, Copy)]
struct Step {
    blank: usize,
    score: i32,
}

impl View<'_> {
    /// How far from the goal the board looks to which the blank comes through these cells. Ways that begin as the one before are
    /// seen quickly.
    pub(crate) fn promise(&mut self, way: &[u8]) -> i32 {
        let known =
            self.steps[1..].iter().zip(way).take_while(|(step, cell)| step.blank == usize::from(**cell));
        let known = known.count();
        while self.steps.len() > known + 1 {
            let left = self.steps.pop().expect("there is more than the start").blank;
            self.slide(self.steps[self.steps.len() - 1].blank, left);
        }
        for &cell in &way[known..] {
            let Step { blank, score } = self.steps[self.steps.len() - 1];
            let from = usize::from(cell);
            let change = self.evaluation.change(&self.kinds, self.labels[from].into(), from, blank);
            self.slide(from, blank);
            self.steps.push(Step { blank: from, score: score + change });
        }
        self.steps[self.steps.len() - 1].score
    }

    /// A tile slides into the cell of the blank.
    fn slide(&mut self, from: usize, to: usize) {
        let tile = usize::from(self.labels[from]);
        self.labels.swap(from, to);
        (self.kinds[from], self.kinds[to]) = (self.kinds[to], self.evaluation.kind(tile, to));
    }
}

/// Counts the boards of a beam and looks at the limits, level by level.
struct Levels<'r, 'a> {
    observer: &'r mut dyn Observer,
    budget: &'r mut Budget<'a>,
    stats: &'r mut Stats,
    lower_bound: u32,
    before: Count,
}

impl Watch for Levels<'_, '_> {
    fn level(&mut self, level: &Progress) -> Option<StopReason> {
        self.stats.expanded = self.before.expanded + level.expanded;
        self.stats.generated = self.before.generated + level.generated;
        self.budget.check(self.stats, self.lower_bound, self.observer).err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Scrambler};

    #[test]
    fn a_view_tells_of_every_way_what_the_whole_score_does() {
        for (shape, goal) in [("5x4", NamedGoal::BlankLast), ("5x5", NamedGoal::BlankFirst)] {
            let goal = goal.board(shape.parse().unwrap()).unwrap();
            let problem = Problem::new(Scrambler::new(goal.clone(), 4).uniform(), goal).unwrap();
            let foresight = Foresight::of(&problem, Prune::Automaton, WORTH_NODES).unwrap();
            let mut view = foresight.view();
            let mut way: Vec<u8> = Vec::new();
            for number in 0..200_usize {
                // Goes on from some cell of the way before.
                way.truncate(number * number % (way.len() + 1));
                for step in 0..number % 7 {
                    let blank = way.last().map_or(foresight.blank, |&cell| cell.into());
                    let near = &foresight.evaluation.neighbours[blank];
                    way.push(near[(number / 3 + step) % near.len()]);
                }
                let (mut board, mut blank) = (foresight.start.clone(), foresight.blank);
                for &cell in &way {
                    board.swap(blank, cell.into());
                    blank = cell.into();
                }
                assert_eq!(view.promise(&way), foresight.evaluation.score(&board), "{way:?}");
            }
        }
    }

    #[test]
    fn small_boards_and_published_counts_do_without() {
        let five = "5x5".parse().unwrap();
        assert!(Foresight::costs(five, Prune::Automaton).is_some());
        assert!(Foresight::costs(five, Prune::Undo).is_none());
        assert!(Foresight::costs("4x4".parse().unwrap(), Prune::Automaton).is_none());
    }
}
