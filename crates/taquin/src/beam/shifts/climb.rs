//! Level after level, until there is a solution or the beam is stuck.

use super::ShiftBeams;
use super::pairs::PairCosts;
use crate::beam::{Beam, Beams, Bounds, Progress, Seen, Watch};
use crate::board::Board;
use crate::metric::Move;
use crate::platform::{self, Instant};
use crate::search::StopReason;
use crate::search::common::room::with_room_for;
use crate::shape::{Axis, Direction};
use std::ops::Range;
use std::thread;

/// Levels with fewer boards are one thread's work.
const WORTH_A_THREAD: usize = 1024;
/// Boards between two questions whether to stop.
const BOARDS_A_LOOK: usize = 512;
/// A beam is stuck if it has seen no better score for so many levels.
const PATIENCE: usize = 40;
/// What levels to come may take of the time that is left.
const SHARE_OF_TIME: f64 = 0.95;
/// Levels are never made narrower than this to save time.
const NARROWEST: usize = 64;
/// Levels that have to be behind before those to come are guessed.
const ENOUGH_TO_TELL: usize = 6;

/// A board of a level; its numbers lie apart.
#[derive(Clone, Copy)]
struct Head {
    hash: u64,
    scores: [u32; 2],
    blank: u8,
    last: Option<Axis>,
}

/// The boards of a level.
struct Level {
    cells: Vec<u8>,
    heads: Vec<Head>,
}

/// A child that competes for the next level.
#[derive(Clone, Copy)]
struct Candidate {
    score: u32,
    /// Its score along the axis of its move.
    along: u32,
    hash: u64,
    parent: u32,
    /// Which move of its parent's blank.
    number: u8,
}

/// By board of a level: its parent on the level before, and which move of its parent's blank.
type Trail = Vec<(u32, u8)>;

/// Bytes of the boards of two levels, of the children and of what is remembered.
pub(super) fn level_bytes(beams: &ShiftBeams, width: usize) -> u64 {
    let cells = beams.moves.len();
    let children = beams.moves.iter().map(Vec::len).max().unwrap_or(0);
    let board = 2 * (cells + size_of::<Head>()) + children * size_of::<Candidate>();
    (width * board) as u64 + Seen::bytes(width)
}

/// Bytes of what is left of a level for the way back.
pub(super) fn trail_bytes(width: usize) -> u64 {
    (width * size_of::<(u32, u8)>()) as u64
}

/// A beam under way.
pub(super) struct Climb<'a> {
    beams: &'a ShiftBeams,
    costs: &'a [PairCosts; 2],
    bounds: &'a Bounds<'a>,
    beam: Beam,
    /// Boards kept on a level, fewer when time runs out.
    width: usize,
    begun: Instant,
    level: Level,
    seen: Seen,
    trails: Vec<Trail>,
    progress: Progress,
    /// The first score, the best so far and the level on which it was seen.
    first: u32,
    best: u32,
    since: usize,
}

impl<'a> Climb<'a> {
    pub(super) fn new(
        beams: &'a ShiftBeams,
        costs: &'a [PairCosts; 2],
        start: &Board,
        beam: Beam,
        bounds: &'a Bounds<'a>,
    ) -> Result<Climb<'a>, StopReason> {
        let width = beam.width.clamp(1, u32::MAX as usize);
        let bytes = beams.bytes(width, 0);
        if bytes > bounds.memory {
            return Err(StopReason::Memory);
        }
        let cells: Vec<u8> = start.numbers().map(|number| number as u8).collect();
        let blank = start.blank().index();
        let scores = [0, 1].map(|axis: usize| costs[axis].score(&cells, blank));
        let hash = cells
            .iter()
            .enumerate()
            .fold(0, |hash, (cell, &number)| hash ^ beams.keys[cell * cells.len() + usize::from(number)]);
        let mut seen = Seen::new(width)?;
        seen.insert(hash, 0);
        let first = scores.iter().sum();
        let heads = vec![Head { hash, scores, blank: blank as u8, last: None }];
        Ok(Climb {
            beams,
            costs,
            bounds,
            beam,
            width,
            begun: Instant::now(),
            level: Level { cells, heads },
            seen,
            trails: Vec::new(),
            progress: Progress { bytes, ..Progress::default() },
            first,
            best: first,
            since: 0,
        })
    }

    pub(super) fn run(
        mut self,
        start: &Board,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        // A solution on the next level has to be shorter than what is known.
        while self.trails.len() + 1 < self.beam.below as usize
            && !self.level.heads.is_empty()
            && self.trails.len() - self.since < PATIENCE
        {
            self.allow()?;
            self.keep_to_the_deadline();
            self.progress.best = self.levels_left();
            if let Some(why) = watch.level(&self.progress) {
                return Err(why);
            }
            let candidates = self.children()?;
            self.progress.expanded += self.level.heads.len() as u64;
            self.progress.generated += candidates.len() as u64;
            self.keep_best(candidates)?;
            let best = self.level.heads.first().map_or(u32::MAX, |head| head.scores.iter().sum());
            if best == 0 {
                watch.level(&self.progress);
                return Ok(Some(self.way(start)));
            }
            if best < self.best {
                (self.best, self.since) = (best, self.trails.len());
            }
        }
        Ok(None)
    }

    /// Whether there are nodes and bytes left for the next level.
    fn allow(&mut self) -> Result<(), StopReason> {
        if self.progress.expanded + self.level.heads.len() as u64 > self.bounds.nodes {
            return Err(StopReason::Nodes);
        }
        self.progress.bytes += trail_bytes(self.level.heads.len());
        if self.progress.bytes > self.bounds.memory { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// The levels to come, if scores go on as they have.
    fn levels_left(&self) -> u32 {
        let levels = self.trails.len().max(1) as f64;
        let left = (f64::from(self.best) / f64::from(self.first)).cbrt();
        if left < 1.0 { (levels * left / (1.0 - left)).ceil() as u32 } else { self.beam.below }
    }

    /// Narrows the levels to come if they would take longer than there is time.
    fn keep_to_the_deadline(&mut self) {
        let Some(deadline) = self.bounds.deadline else { return };
        let each = self.begun.elapsed().as_secs_f64() / self.progress.expanded.max(1) as f64;
        // Where time stands still nothing takes any of it.
        if self.trails.len() < ENOUGH_TO_TELL || each == 0.0 {
            return;
        }
        let left = (deadline - Instant::now()).as_secs_f64() * SHARE_OF_TIME;
        let width = (left / each / f64::from(self.levels_left().max(1))) as usize;
        self.width = width.clamp(NARROWEST.min(self.beam.width), self.beam.width);
    }

    /// The children of the level, in the order of their parents.
    fn children(&self) -> Result<Vec<Candidate>, StopReason> {
        let boards = self.level.heads.len();
        let threads = if boards < WORTH_A_THREAD { 1 } else { self.beam.threads.max(1) };
        let part = |number: usize| boards * number / threads..boards * (number + 1) / threads;
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|number| platform::spawn_scoped(scope, move || self.children_of(part(number))))
                .collect();
            let mut all = self.children_of(part(0))?;
            for (number, helper) in (1..).zip(helpers) {
                let more = match helper {
                    Ok(helper) => helper.join().expect("the search does not panic")?,
                    // Where the system gives no more threads, this one does the work.
                    Err(_) => self.children_of(part(number))?,
                };
                all.try_reserve(more.len()).map_err(|_| StopReason::Memory)?;
                all.extend(more);
            }
            Ok(all)
        })
    }

    fn children_of(&self, parents: Range<usize>) -> Result<Vec<Candidate>, StopReason> {
        let size = self.beams.moves.len();
        let mut children = with_room_for(parents.len() * 4)?;
        let mut cells = vec![0; size];
        for parent in parents {
            if parent % BOARDS_A_LOOK == 0
                && let Some(why) = (self.bounds.is_over)()
            {
                return Err(why);
            }
            let head = self.level.heads[parent];
            let from = usize::from(head.blank);
            for (number, shift) in self.beams.moves[from].iter().enumerate() {
                let axis = shift.direction.axis();
                if head.last == Some(axis) {
                    continue;
                }
                cells.copy_from_slice(&self.level.cells[parent * size..(parent + 1) * size]);
                let hash = head.hash ^ self.shift(&mut cells, from, shift);
                let along = self.costs[axis as usize].score(&cells, shift.to.index());
                let score = along + head.scores[1 - axis as usize];
                let child = Candidate { score, along, hash, parent: parent as u32, number: number as u8 };
                children.push(child);
            }
        }
        Ok(children)
    }

    /// Makes a move; what changes in the hash.
    fn shift(&self, cells: &mut [u8], from: usize, shift: &Move) -> u64 {
        let size = cells.len();
        let key = |cell: usize, number: u8| self.beams.keys[cell * size + usize::from(number)];
        let to = shift.to.index();
        let stride = from.abs_diff(to) / usize::from(shift.tiles);
        let mut change = key(from, 0) ^ key(to, 0);
        let mut at = from;
        while at != to {
            let next = if to > at { at + stride } else { at - stride };
            change ^= key(next, cells[next]) ^ key(at, cells[next]);
            cells.swap(at, next);
            at = next;
        }
        change
    }

    /// The next level: the best children that were not kept before.
    fn keep_best(&mut self, mut candidates: Vec<Candidate>) -> Result<(), StopReason> {
        let order = |child: &Candidate| (child.score, child.hash);
        // Some more than needed, since the same board may come from several.
        let most = self.width + self.width / 2;
        if candidates.len() > most {
            candidates.select_nth_unstable_by_key(most, order);
            candidates.truncate(most);
        }
        candidates.sort_unstable_by_key(|child| (child.score, child.hash, child.parent));
        let (size, number) = (self.beams.moves.len(), self.trails.len() as u32 + 1);
        let mut next = Level {
            cells: with_room_for(self.width.min(candidates.len()) * size)?,
            heads: with_room_for(self.width.min(candidates.len()))?,
        };
        let mut trail = Trail::new();
        for child in candidates {
            if next.heads.len() == self.width {
                break;
            }
            if !self.seen.insert(child.hash, number) {
                continue;
            }
            let parent = child.parent as usize;
            let head = self.level.heads[parent];
            let shift = self.beams.moves[usize::from(head.blank)][usize::from(child.number)];
            let begin = next.cells.len();
            next.cells.extend_from_slice(&self.level.cells[parent * size..(parent + 1) * size]);
            self.shift(&mut next.cells[begin..], head.blank.into(), &shift);
            let axis = shift.direction.axis();
            let mut scores = head.scores;
            scores[axis as usize] = child.along;
            let blank = shift.to.index() as u8;
            next.heads.push(Head { hash: child.hash, scores, blank, last: Some(axis) });
            trail.push((child.parent, child.number));
        }
        self.level = next;
        self.trails.push(trail);
        Ok(())
    }

    /// The steps from the start to the first board of the last level.
    fn way(&self, start: &Board) -> Vec<Direction> {
        let mut numbers = Vec::new();
        let mut place = 0;
        for trail in self.trails.iter().rev() {
            let (parent, number) = trail[place];
            numbers.push(usize::from(number));
            place = parent as usize;
        }
        let mut blank = start.blank();
        let mut steps = Vec::new();
        for number in numbers.into_iter().rev() {
            let shift = &self.beams.moves[blank.index()][number];
            steps.extend(std::iter::repeat_n(shift.direction, shift.tiles.into()));
            blank = shift.to;
        }
        steps
    }
}
