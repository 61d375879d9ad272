//! Several boards abreast: while one unit after the other is placed, a beam of boards is kept, those that look best.
//!
//! A board looks good if its unit is nearly placed ([`Pull`]), if its other tiles are near their cells, those of the next
//! rings above all, and if tiles near each other are in no one's way (the learned costs of [`Learned`], at a third:
//! they were learned from boards that beams solve without stages). A unit is done with when nearly all boards have
//! placed it, not the first: so boards that placed it in passing are not lost to one that hurried.
//!
//! A beam that gets stuck gives way to the construction, which places the unit on the best of its boards. One that would take
//! longer than there is time gets narrower. [`boards`] has a level's boards and what
//! several threads do with them, [`ground`] their scores.

mod boards;
mod ground;
mod learned;

use super::field::Field;
use super::order::{Stage, Unit};
use super::pull::Pull;
use crate::beam::{Helpers, Seen};
use crate::platform::Instant;
use crate::search::StopReason;
use crate::shape::{Direction, Shape};
use boards::{Boards, Phase};
use ground::Ground;
use learned::Learned;

/// The weight of a move that a unit needs: less than that of a step, or boards would hurry.
const NEED: i32 = 48;
/// The weight of a step of a tile in the ring that is placed now.
const NOW: i32 = 64;
/// The weight of a step of a tile that will be placed much later.
const LATER: i32 = 32;
/// Rings in which the weight falls by half.
const RINGS: i32 = 4;
/// Learned costs are divided by this.
const PART: i32 = 3;
/// A unit is done with when so many tenths of the boards have placed it …
const TENTHS: usize = 9;
/// … or so many levels after the first board has.
const LEVELS_MORE: usize = 100;
/// A beam is stuck if it has seen no better score for so many levels.
const PATIENCE: usize = 100;
/// Levels are never made narrower than this to save time.
const NARROWEST: usize = 4;
/// Boards on whose levels the set of known boards is planned.
const SEEN_MARGIN: usize = 2;
/// Cells along an axis that are walls, at most.
const WALLS: usize = 6;
/// Levels with fewer boards are one thread's work.
const WORTH_A_THREAD: usize = 64;

/// How long the boards may take.
#[derive(Clone, Copy)]
pub(crate) struct Hurry<'a> {
    /// When all units should be placed.
    pub(crate) deadline: Option<Instant>,
    /// Says why to stop.
    pub(crate) is_over: &'a dyn Fn() -> Option<StopReason>,
}

/// The beam.
pub(super) struct Abreast {
    /// Boards at most, and how many there may be now.
    most: usize,
    width: usize,
    threads: usize,
    begun: Instant,
    learned: Learned,
    /// By tile.
    weights: Vec<i32>,
    boards: Boards,
    seen: Seen,
    /// By level and board, the parent and the last direction.
    trail: Vec<Vec<u32>>,
}

/// Bits of a direction in a trail.
const BITS: u32 = 3;

impl Abreast {
    /// A beam of so many boards that begins with one.
    pub(super) fn new(
        shape: Shape,
        field: &Field,
        width: usize,
        threads: usize,
    ) -> Result<Abreast, StopReason> {
        let learned = Learned::new(shape, field);
        let mut abreast = Abreast {
            most: width,
            width,
            threads: if width < WORTH_A_THREAD { 1 } else { threads },
            begun: Instant::now(),
            weights: vec![LATER; field.cells()],
            boards: Boards::new(field, &learned, width),
            learned,
            seen: Seen::new(SEEN_MARGIN * width)?,
            trail: Vec::new(),
        };
        abreast.begin(field);
        Ok(abreast)
    }

    /// Bytes that a beam holds, moves apart, and for each move.
    pub(super) fn bytes(width: usize, shape: Shape) -> (u64, u64) {
        let cells = shape.long_axes().map(|axis| shape.side(axis) + WALLS).product();
        let boards = Boards::bytes(width, cells) + Seen::bytes(SEEN_MARGIN * width);
        (boards + Learned::bytes(shape), (width * size_of::<u32>()) as u64)
    }

    /// Goes on with the field's board alone.
    fn begin(&mut self, field: &Field) {
        let hash = self.boards.begin(field, &self.learned);
        self.seen.insert(hash, self.trail.len() as u32);
    }

    /// Places a unit, and makes the field that of the best board.
    pub(super) fn place(
        &mut self,
        field: &mut Field,
        stage: &Stage,
        unit: &Unit,
        hurry: Hurry<'_>,
        by_hand: &mut dyn FnMut(&mut Field),
    ) -> Result<(), StopReason> {
        self.keep_to_the_deadline(field, hurry.deadline);
        let pull = Pull::new(field, unit, self.boards.farthest(field, unit.tiles()));
        self.weigh(stage, &pull);
        if self.climb(field, &pull, hurry.is_over)? {
            self.keep_done(&pull);
            self.boards.show_best(field);
        } else {
            self.give_way(field, by_hand);
        }
        Ok(())
    }

    /// Goes from level to level until enough boards have placed the unit. False if none has when the beam is stuck.
    fn climb(
        &mut self,
        field: &Field,
        pull: &Pull,
        is_over: &dyn Fn() -> Option<StopReason>,
    ) -> Result<bool, StopReason> {
        let Abreast { boards, weights, learned, seen, trail, width, .. } = self;
        let (boards, width) = (&*boards, *width);
        let open: Vec<usize> = field.open_cells().collect();
        let ground = Ground { field, pull, open: &open, weights, learned };
        let work = |phase: Phase| boards.work(phase, &ground);
        Helpers::run(self.threads, &work, |helpers| {
            let share = |phase| if width < WORTH_A_THREAD { work(phase) } else { helpers.share(phase) };
            boards.go_through(Phase::Weigh, &share);
            // Best first: the first board is the one that the field shows and that is gone on with by hand.
            take(boards, trail, &boards.by_score());
            let (mut best, mut since, mut first_done) = (i32::MAX, trail.len(), None);
            loop {
                let level = trail.len();
                let done = boards.done(pull);
                if done > 0 {
                    let first = *first_done.get_or_insert(level);
                    if 10 * done >= TENTHS * boards.len() || level - first > LEVELS_MORE {
                        return Ok(true);
                    }
                }
                let score = boards.best();
                if score < best {
                    (best, since) = (score, level);
                }
                if let Some(why) = is_over() {
                    return Err(why);
                }
                if level - since > PATIENCE {
                    return Ok(done > 0);
                }
                let kept = boards.climb(width, level as u32 + 1, seen, &share);
                if kept.is_empty() {
                    return Ok(done > 0);
                }
                trail.push(kept.iter().map(|child| child.parent << BITS | child.direction as u32).collect());
            }
        })
    }

    /// Narrows the beam if what is left to be placed would take longer than there is time. The moves of a board grow with
    /// its cells to the power of three halves.
    fn keep_to_the_deadline(&mut self, field: &Field, deadline: Option<Instant>) {
        let Some(deadline) = deadline else { return };
        let moves = |cells: usize| (cells as f64).powf(1.5);
        let cells: usize = field.sides().0.iter().product();
        let left = moves(field.open_cells().count());
        let done = moves(cells) - left;
        let (took, time) = (self.begun.elapsed().as_secs_f64(), (deadline - Instant::now()).as_secs_f64());
        if took > 0.0 && done > 0.0 {
            let share = time / (took * left / done);
            let width = if share < 1.0 { self.width as f64 * share } else { self.most as f64 };
            self.width = (width as usize).clamp(NARROWEST.min(self.most), self.most);
        }
    }

    /// The moves to the best board, which is the field's.
    pub(super) fn moves(&self) -> Vec<Direction> {
        let mut place = 0;
        let mut moves: Vec<Direction> = Vec::with_capacity(self.trail.len());
        for level in self.trail.iter().rev() {
            let step = level[place];
            moves.push(Direction::ALL[(step & ((1 << BITS) - 1)) as usize]);
            place = (step >> BITS) as usize;
        }
        moves.reverse();
        moves
    }

    /// Says how much it matters where tiles are while a unit is placed.
    fn weigh(&mut self, stage: &Stage, pull: &Pull) {
        let now = stage.ring_of(pull.tiles()[0]).unwrap_or(0);
        for (tile, weight) in self.weights.iter_mut().enumerate() {
            let ahead = stage.ring_of(tile).map_or(i32::MAX, |ring| ring.saturating_sub(now) as i32);
            *weight = LATER + (NOW - LATER) * RINGS / RINGS.saturating_add(ahead);
        }
        // The unit's own tiles are weighed by the moves that they need.
        for tile in pull.tiles() {
            self.weights[tile] = 0;
        }
    }

    /// Keeps the boards that have placed the unit.
    fn keep_done(&mut self, pull: &Pull) {
        take(&self.boards, &mut self.trail, &self.boards.that_are_done(pull));
    }

    /// Goes on with the best board after the unit has been placed by the construction.
    fn give_way(&mut self, field: &mut Field, by_hand: &mut dyn FnMut(&mut Field)) {
        self.boards.show_best(field);
        let mark = field.moves().len();
        by_hand(field);
        let moves = field.moves()[mark..].to_vec();
        // Of the level so far only the best board is gone on with: it has the first place.
        self.trail.extend(moves.into_iter().map(|direction| vec![direction as u32]));
        self.begin(field);
    }
}

/// Keeps these boards in this order.
fn take(boards: &Boards, trail: &mut [Vec<u32>], kept: &[usize]) {
    boards.take(kept);
    if let Some(last) = trail.last_mut() {
        *last = kept.iter().map(|&board| last[board]).collect();
    }
}

#[cfg(test)]
mod tests;
