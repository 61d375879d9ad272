//! Level after level, until there is a solution or the beam is stuck.

use super::costs::PARTS;
use super::evaluation::Evaluation;
use super::helpers::Helpers;
use super::level::{Ladder, Phase, Task};
use super::trail::{self, Trail, WIDEST};
use super::{Beam, Bounds, Child, ChildFate, Progress, Watch};
use crate::platform::Instant;
use crate::search::StopReason;
use crate::shape::{Cell, Direction};
use std::collections::HashMap;

/// Levels with fewer boards are one thread's work.
const WORTH_A_THREAD: usize = 2048;

/// A beam is stuck if it has seen no better score for so many levels. Beams that reached the goal had waited 43 at most.
const PATIENCE: usize = 100;

/// Boards whose expansion tells how long one takes.
const ENOUGH_TO_TELL: u64 = 4096;

/// What levels to come may take of the time that is left.
const SHARE_OF_TIME: f64 = 0.95;

/// Levels are never made narrower than this to save time.
const NARROWEST: usize = 64;

/// Children of a board at most: in a box the blank has six neighbours.
const MOST_CHILDREN: usize = 6;

/// The cells that the blank visits on the way to a solution, if there is one.
pub(super) fn climb(
    evaluation: &Evaluation,
    start: &[u8],
    beam: Beam,
    bounds: &Bounds<'_>,
    watch: &mut dyn Watch,
) -> Result<Option<Vec<u8>>, StopReason> {
    let width = beam.width.clamp(1, WIDEST);
    let bytes = evaluation.bytes() + Ladder::bytes(evaluation.cells, width);
    if bytes > bounds.memory {
        return Err(StopReason::Memory);
    }
    let task = Task { width, below: beam.below, is_over: bounds.is_over };
    let ladder = Ladder::new(evaluation, start, task)?;
    let threads = if width >= WORTH_A_THREAD { beam.threads } else { 1 };
    Helpers::run(threads, &|phase: Phase| ladder.work(phase), |helpers| {
        let share = |phase| {
            if ladder.len() < WORTH_A_THREAD { ladder.work(phase) } else { helpers.share(phase) }
        };
        let progress = Progress { bytes, ..Progress::default() };
        let best = ladder.best().unwrap_or(i32::MAX);
        let trails = Vec::new();
        let begun = Instant::now();
        let climb =
            Climb { evaluation, ladder: &ladder, width, bounds, begun, trails, progress, best, since: 0 };
        climb.run(&share, watch)
    })
}

struct Climb<'a> {
    evaluation: &'a Evaluation,
    ladder: &'a Ladder<'a>,
    width: usize,
    bounds: &'a Bounds<'a>,
    begun: Instant,
    trails: Vec<Trail>,
    progress: Progress,
    /// The best score so far.
    best: i32,
    /// The level on which it was seen.
    since: usize,
}

/// A score in whole moves.
pub(super) fn in_moves(score: i32) -> u32 {
    (score.max(0) / PARTS) as u32
}

impl Climb<'_> {
    /// Goes from level to level until there is a solution, or none to be hoped for.
    fn run(mut self, share: &dyn Fn(Phase), watch: &mut dyn Watch) -> Result<Option<Vec<u8>>, StopReason> {
        while self.ladder.len() > 0 && !self.is_stuck() {
            self.allow()?;
            self.progress.best = self.ladder.best().map_or(0, in_moves);
            self.keep_to_the_deadline();
            if let Some(why) = watch.level(&self.progress) {
                return Err(why);
            }
            let children = if watch.wants_children() { self.ladder.children() } else { Vec::new() };
            self.progress.expanded += self.ladder.len() as u64;
            let trail = self.ladder.climb(share)?;
            self.progress.generated += self.ladder.generated();
            self.progress.bytes += Trail::bytes(trail.len());
            if watch.wants_children() {
                watch.children(&self.with_fates(children, &trail), &|from, to| self.direction(from, to));
            }
            self.trails.push(trail);
            if let Some(place) = self.ladder.goal() {
                // For the figures: there is nothing left to be stopped.
                watch.level(&self.progress);
                let Evaluation { blank, neighbours, .. } = self.evaluation;
                return Ok(Some(trail::way(&self.trails, place, *blank, neighbours)));
            }
        }
        Ok(None)
    }

    /// Narrows the levels to come if they would take longer than there is time: as many as the best score says.
    fn keep_to_the_deadline(&mut self) {
        let Some(deadline) = self.bounds.deadline else { return };
        if self.progress.expanded < ENOUGH_TO_TELL {
            return;
        }
        let each = self.begun.elapsed().as_secs_f64() / self.progress.expanded as f64;
        let left = (deadline - Instant::now()).as_secs_f64() * SHARE_OF_TIME;
        let levels = f64::from(self.progress.best.max(1));
        // Where time stands still nothing takes any of it.
        let width = if each > 0.0 { left / each / levels } else { self.width as f64 };
        self.ladder.narrow((width as usize).max(NARROWEST));
    }

    /// Whether there are nodes and bytes left for the next level.
    fn allow(&self) -> Result<(), StopReason> {
        let boards = self.ladder.len();
        if self.progress.expanded + boards as u64 > self.bounds.nodes {
            return Err(StopReason::Nodes);
        }
        let trail = Trail::bytes(self.width.min(MOST_CHILDREN * boards));
        if self.progress.bytes + trail > self.bounds.memory { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// Whether scores have not become better for too long.
    fn is_stuck(&mut self) -> bool {
        let level = self.trails.len();
        match self.ladder.best() {
            Some(score) if score < self.best => {
                (self.best, self.since) = (score, level);
                false
            }
            _ => level - self.since > PATIENCE,
        }
    }

    /// The children of a level that has been left, with what has become of them.
    fn with_fates(&self, children: Vec<(u64, Child)>, trail: &Trail) -> Vec<Child> {
        let hashes = self.ladder.shards().flat_map(|shard| shard.hashes()).enumerate();
        let kept: HashMap<_, _> = hashes.map(|(place, hash)| ((hash, trail.parent(place)), place)).collect();
        let fate = |hash: u64, parent: usize| match kept.get(&(hash, parent)) {
            Some(&place) => ChildFate::Kept(place),
            None if self.ladder.is_seen(hash) => ChildFate::Duplicate,
            None => ChildFate::LeftOut,
        };
        children.into_iter().map(|(hash, child)| Child { fate: fate(hash, child.parent), ..child }).collect()
    }

    fn direction(&self, from: Cell, to: u8) -> Direction {
        self.evaluation.frame.moves(from, &[to])[0]
    }
}
