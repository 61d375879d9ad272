//! Several boards abreast: while one unit after the other is placed, a beam of boards is kept, those that look best.
//!
//! A board looks good if its unit is nearly placed ([`Pull`]), if its other tiles are near their cells, those of the next
//! rings above all, and if tiles near each other are in no one's way (the learned costs of [`Costs`], at a quarter:
//! they were learned from boards that beams solve without stages). A unit is done with when nearly all boards have
//! placed it, not the first: so boards that placed it in passing are not lost to one that hurried.
//!
//! A beam that gets stuck gives way to the construction, which places the unit on the best of its boards. One that would take
//! longer than there is time gets narrower.

mod learned;

use super::field::Field;
use super::order::{Stage, Unit};
use super::pull::Pull;
use crate::beam::{Costs, Family, Seen};
use crate::platform::Instant;
use crate::search::StopReason;
use crate::shape::{Direction, Shape};
use crate::zobrist::wide_key;
use learned::kind;

/// The weight of a move that a unit needs, and of a step of a tile in the ring that is placed now.
const NOW: i32 = 64;
/// The weight of a step of a tile that will be placed much later.
const LATER: i32 = 32;
/// Rings in which the weight falls by half.
const RINGS: i32 = 4;
/// Learned costs are divided by this.
const PART: i32 = 4;
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

/// What is known of a board besides its tiles.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    score: i32,
    /// The learned costs.
    costs: i32,
    blank: u32,
    came: u32,
    /// Where the unit's tiles are.
    unit: [u32; 2],
}

/// A child without a board.
struct Candidate {
    node: Node,
    parent: u32,
    direction: Direction,
}

/// Boards side by side, best first. Of the field's cells they have those from the first to the last of the box: the *spot* of
/// a cell is its number less that of the first.
#[derive(Default)]
struct Level {
    nodes: Vec<Node>,
    /// By board and spot: the tile, and its kind.
    tiles: Vec<u16>,
    kinds: Vec<u8>,
}

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
    begun: Instant,
    /// The first cell of the box, and how many spots there are.
    first: usize,
    spots: usize,
    family: Family,
    /// By offset, kind and kind.
    pairs: Vec<i8>,
    /// By kind and border.
    alone: Vec<i8>,
    /// By spot: its borders, and spots near by with the number of the offset.
    borders: Vec<u8>,
    near: Vec<Vec<(u16, u8)>>,
    /// By tile.
    weights: Vec<i32>,
    level: Level,
    next: Level,
    seen: Seen,
    /// By level and board, the parent and the last direction.
    trail: Vec<Vec<u32>>,
}

/// Bits of a direction in a trail.
const BITS: u32 = 3;

impl Abreast {
    /// A beam of so many boards that begins with one.
    pub(super) fn new(shape: Shape, field: &Field, width: usize) -> Result<Abreast, StopReason> {
        let costs = Costs::best_for(shape);
        let family = costs.family();
        let kinds = family.kinds();
        let all = |number: usize| (0..kinds * kinds).map(move |pair| (pair / kinds, pair % kinds, number));
        let triples = (0..family.offsets()).flat_map(all);
        let pairs = triples.map(|(a, b, offset)| costs.pair(a, b, offset) as i8).collect();
        let borders = family.borders();
        let alone = (0..kinds * borders).map(|at| costs.alone(at / borders, at % borders) as i8).collect();
        let inner: Vec<usize> = field.sides().places().map(|place| field.sides().cell(place)).collect();
        let (first, last) = (inner[0], inner[inner.len() - 1]);
        let spots = last - first + 1;
        let mut abreast = Abreast {
            most: width,
            width,
            begun: Instant::now(),
            first,
            spots,
            family,
            pairs,
            alone,
            borders: vec![0; spots],
            near: vec![Vec::new(); spots],
            weights: vec![LATER; field.cells()],
            level: Level::default(),
            next: Level::default(),
            seen: Seen::new(SEEN_MARGIN * width)?,
            trail: Vec::new(),
        };
        for (&cell, at) in inner.iter().zip(shape.all_cells()) {
            abreast.borders[cell - first] = family.border(shape, at) as u8;
            for (&other, there) in inner.iter().zip(shape.all_cells()).filter(|&(&other, _)| other != cell) {
                if let Some(offset) = family.offset_number(family.step(shape, at, there)) {
                    abreast.near[cell - first].push(((other - first) as u16, offset as u8));
                }
            }
        }
        abreast.begin(field);
        Ok(abreast)
    }

    /// Bytes that a beam holds, moves apart, and for each move.
    pub(super) fn bytes(width: usize, cells: usize) -> (u64, u64) {
        let board = 3 * cells + size_of::<Node>() + 4 * size_of::<Candidate>();
        ((2 * width * board) as u64 + Seen::bytes(SEEN_MARGIN * width), (width * size_of::<u32>()) as u64)
    }

    /// Goes on with the field's board alone.
    fn begin(&mut self, field: &Field) {
        let level = &mut self.level;
        level.tiles = (self.first..self.first + self.spots).map(|cell| field.tile_in(cell) as u16).collect();
        level.kinds = vec![0; self.spots];
        let blank = field.tile_in(field.blank());
        let mut hash = 0;
        for place in field.sides().places() {
            let cell = field.sides().cell(place);
            let tile = field.tile_in(cell);
            let is_blank = tile == blank;
            level.kinds[cell - self.first] =
                if is_blank { self.family.blank() } else { kind(self.family, field, tile, cell) } as u8;
            hash ^= key_of(tile, cell);
        }
        let blank = field.blank() as u32;
        let costs = self.costs(field, &self.level.kinds);
        self.level.nodes = vec![Node { hash, score: 0, costs, blank, came: u32::MAX, unit: [0; 2] }];
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
        let pull = Pull::new(field, unit);
        self.weigh(field, stage, &pull);
        let (mut best, mut since, mut first_done) = (i32::MAX, self.trail.len(), None);
        loop {
            let level = self.trail.len();
            let is_done = |node: &&Node| node.unit.map(|cell| cell as usize) == pull.tiles();
            let done = self.level.nodes.iter().filter(is_done).count();
            if done > 0 {
                let first = *first_done.get_or_insert(level);
                if 10 * done >= TENTHS * self.level.nodes.len() || level - first > LEVELS_MORE {
                    self.keep_done(&pull);
                    break;
                }
            }
            let score = self.level.nodes.first().map_or(i32::MAX, |node| node.score);
            if score < best {
                (best, since) = (score, level);
            }
            if let Some(why) = (hurry.is_over)() {
                return Err(why);
            }
            if level - since > PATIENCE || !self.climb(field, &pull) {
                if done > 0 {
                    self.keep_done(&pull);
                } else {
                    self.give_way(field, by_hand);
                }
                break;
            }
        }
        self.show_best(field);
        Ok(())
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

    /// Makes the field that of the best board.
    fn show_best(&self, field: &mut Field) {
        field.set_tiles(|cell| self.level.tiles[cell - self.first]);
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

    /// Scores all boards anew for the next unit.
    fn weigh(&mut self, field: &Field, stage: &Stage, pull: &Pull) {
        let now = stage.ring_of(pull.tiles()[0]).unwrap_or(0);
        for (tile, weight) in self.weights.iter_mut().enumerate() {
            let ahead = stage.ring_of(tile).map_or(i32::MAX, |ring| ring.saturating_sub(now) as i32);
            *weight = LATER + (NOW - LATER) * RINGS / RINGS.saturating_add(ahead);
        }
        // The unit's own tiles are weighed by the moves that they need.
        for tile in pull.tiles() {
            self.weights[tile] = 0;
        }
        let Level { nodes, tiles, .. } = &mut self.level;
        for (board, node) in nodes.iter_mut().enumerate() {
            let tiles = &tiles[board * self.spots..(board + 1) * self.spots];
            let spot_of = |tile: usize| tiles.iter().position(|&other| usize::from(other) == tile);
            node.unit = pull.tiles().map(|tile| (self.first + spot_of(tile).unwrap_or(0)) as u32);
            node.came = u32::MAX;
            let others = field.open_cells().filter(|&cell| cell != node.blank as usize).map(|cell| {
                let tile = usize::from(tiles[cell - self.first]);
                self.weights[tile] * field.distance(tile, cell) as i32
            });
            node.score = NOW * pull_of(pull, field, node) + others.sum::<i32>() + node.costs / PART;
        }
        // Best first: the first board is the one that the field shows and that is gone on with by hand.
        self.sort();
    }

    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.level.nodes.len()).collect();
        order.sort_by_key(|&board| self.level.nodes[board].score);
        self.take(&order);
    }

    /// Keeps these boards in this order.
    fn take(&mut self, boards: &[usize]) {
        self.next.nodes.clear();
        self.next.tiles.clear();
        self.next.kinds.clear();
        for &board in boards {
            let of_board = board * self.spots..(board + 1) * self.spots;
            self.next.nodes.push(self.level.nodes[board]);
            self.next.tiles.extend_from_slice(&self.level.tiles[of_board.clone()]);
            self.next.kinds.extend_from_slice(&self.level.kinds[of_board]);
        }
        std::mem::swap(&mut self.level, &mut self.next);
        if let Some(last) = self.trail.last_mut() {
            *last = boards.iter().map(|&board| last[board]).collect();
        }
    }

    /// Keeps the boards that have placed the unit.
    fn keep_done(&mut self, pull: &Pull) {
        let is_done = |&board: &usize| self.level.nodes[board].unit.map(|cell| cell as usize) == pull.tiles();
        let done: Vec<usize> = (0..self.level.nodes.len()).filter(is_done).collect();
        self.take(&done);
    }

    /// Goes on with the best board after the unit has been placed by the construction.
    fn give_way(&mut self, field: &mut Field, by_hand: &mut dyn FnMut(&mut Field)) {
        self.show_best(field);
        let mark = field.moves().len();
        by_hand(field);
        let moves = field.moves()[mark..].to_vec();
        // Of the level so far only the best board is gone on with: it has the first place.
        self.trail.extend(moves.into_iter().map(|direction| vec![direction as u32]));
        self.begin(field);
    }

    /// Goes to the next level, unless all children are known.
    fn climb(&mut self, field: &Field, pull: &Pull) -> bool {
        let mut candidates = Vec::with_capacity(3 * self.level.nodes.len());
        for parent in 0..self.level.nodes.len() {
            self.expand(field, pull, parent, &mut candidates);
        }
        candidates.sort_by_key(|candidate: &Candidate| candidate.node.score);
        let level = self.trail.len() as u32 + 1;
        let mut trail = Vec::with_capacity(self.width);
        self.next.nodes.clear();
        self.next.tiles.clear();
        self.next.kinds.clear();
        for Candidate { node, parent, direction } in candidates {
            if !self.seen.insert(node.hash, level) {
                continue;
            }
            let (parent, begin) = (parent as usize, self.next.tiles.len());
            let of_parent = parent * self.spots..(parent + 1) * self.spots;
            self.next.tiles.extend_from_slice(&self.level.tiles[of_parent.clone()]);
            self.next.kinds.extend_from_slice(&self.level.kinds[of_parent]);
            let [from, to] = [node.blank, node.came].map(|cell| begin + cell as usize - self.first);
            let tile = usize::from(self.next.tiles[from]);
            self.next.tiles.swap(from, to);
            self.next.kinds[from] = self.family.blank() as u8;
            self.next.kinds[to] = kind(self.family, field, tile, node.came as usize) as u8;
            self.next.nodes.push(node);
            trail.push((parent as u32) << BITS | direction as u32);
            if trail.len() == self.width {
                break;
            }
        }
        if trail.is_empty() {
            return false;
        }
        self.trail.push(trail);
        std::mem::swap(&mut self.level, &mut self.next);
        true
    }

    /// The children of a board.
    fn expand(&self, field: &Field, pull: &Pull, parent: usize, candidates: &mut Vec<Candidate>) {
        let node = self.level.nodes[parent];
        let of_board = parent * self.spots..(parent + 1) * self.spots;
        let (tiles, kinds) = (&self.level.tiles[of_board.clone()], &self.level.kinds[of_board]);
        let to = node.blank as usize;
        let before = pull_of(pull, field, &node);
        for &direction in field.directions() {
            let from = field.next(to, direction);
            if !field.is_open(from) || from == node.came as usize {
                continue;
            }
            let tile = usize::from(tiles[from - self.first]);
            let after = kind(self.family, field, tile, to);
            let [near, far] = [to, from].map(|cell| field.distance(tile, cell) as i32);
            let alone = self.alone(after as u8, to - self.first)
                - self.alone(kinds[from - self.first], from - self.first);
            let costs = node.costs + self.change(kinds, from - self.first, to - self.first, after) + alone;
            let shifted = |cell: u32| if cell as usize == from { to as u32 } else { cell };
            let blank = usize::from(tiles[to - self.first]);
            let keys = [key_of(tile, from), key_of(tile, to), key_of(blank, to), key_of(blank, from)];
            let mut child = Node {
                hash: keys.iter().fold(node.hash, |hash, key| hash ^ key),
                score: node.score + self.weights[tile] * (near - far) + costs / PART - node.costs / PART,
                costs,
                blank: from as u32,
                came: to as u32,
                unit: node.unit.map(shifted),
            };
            child.score += NOW * (pull_of(pull, field, &child) - before);
            candidates.push(Candidate { node: child, parent: parent as u32, direction });
        }
    }
}

fn pull_of(pull: &Pull, field: &Field, node: &Node) -> i32 {
    pull.of(field, node.unit.map(|cell| cell as usize), node.blank as usize)
}

fn key_of(tile: usize, cell: usize) -> u64 {
    wide_key(tile as u16, cell as u16)
}

#[cfg(test)]
mod tests;
