//! The boards of a level, their children, and the best of these as the next level.
//!
//! Boards are in *lots* of a fixed number, in the order of their scores, so that threads take up lots one by one and the
//! outcome is the same for any number of threads.

use super::super::field::Field;
use super::super::pull::Pull;
use super::ground::{Ground, Node, key_of};
use super::learned::Learned;
use crate::beam::Seen;
use crate::shape::Direction;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Boards in a lot.
const LOT: usize = 32;
/// Bits that tell the children of a lot apart: a board has at most six.
const LOT_BITS: u32 = (6 * LOT).next_power_of_two().ilog2();

/// A child without a board.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    node: Node,
    pub(super) parent: u32,
    pub(super) direction: Direction,
}

/// Boards side by side, best first.
#[derive(Default)]
struct Lot {
    nodes: Vec<Node>,
    /// By board and cell less the first one of the box: the tile.
    tiles: Vec<u16>,
    /// By board and spot: the kind.
    kinds: Vec<u8>,
}

/// The children of a lot, and in which order they come: by score and number, both in one.
#[derive(Default)]
struct Children {
    list: Vec<Candidate>,
    order: Vec<u64>,
}

/// What threads do together.
#[derive(Clone, Copy)]
pub(super) enum Phase {
    /// Scores all boards anew.
    Weigh,
    /// Makes their children.
    Expand,
    /// Makes the boards of those that were chosen.
    Keep,
}

/// All boards.
pub(super) struct Boards {
    /// The first cell of the box.
    first: usize,
    /// Cells and spots of a board.
    cells: usize,
    spots: usize,
    level: Vec<RwLock<Lot>>,
    next: Vec<Mutex<Lot>>,
    children: Vec<Mutex<Children>>,
    chosen: RwLock<Vec<Candidate>>,
    /// The lot that is taken up next.
    turn: AtomicUsize,
    /// All children in order.
    order: Mutex<Vec<u64>>,
}

impl Boards {
    /// Room for so many boards.
    pub(super) fn new(field: &Field, learned: &Learned, most: usize) -> Boards {
        let inner: Vec<usize> = field.sides().places().map(|place| field.sides().cell(place)).collect();
        let (first, last) = (inner[0], inner[inner.len() - 1]);
        let lots = most.div_ceil(LOT);
        Boards {
            first,
            cells: last - first + 1,
            spots: learned.spots(),
            level: (0..lots).map(|_| RwLock::default()).collect(),
            next: (0..lots).map(|_| Mutex::default()).collect(),
            children: (0..lots).map(|_| Mutex::default()).collect(),
            chosen: RwLock::default(),
            turn: AtomicUsize::new(0),
            order: Mutex::default(),
        }
    }

    /// Bytes that so many boards hold, each with so many cells, walls included.
    pub(super) fn bytes(most: usize, cells: usize) -> u64 {
        let board = 3 * cells + size_of::<Node>();
        let children = 4 * (size_of::<Candidate>() + 2 * size_of::<u64>()) + size_of::<Candidate>();
        (most.next_multiple_of(LOT) * (2 * board + children)) as u64
    }

    /// Goes on with the field's board alone. Returns its hash.
    pub(super) fn begin(&self, field: &Field, learned: &Learned) -> u64 {
        self.level.iter().for_each(|lot| write(lot).clear());
        let mut lot = write(&self.level[0]);
        lot.tiles = (self.first..self.first + self.cells).map(|cell| field.tile_in(cell) as u16).collect();
        lot.kinds = vec![learned.wall(); self.spots];
        let mut hash = 0;
        for place in field.sides().places() {
            let cell = field.sides().cell(place);
            let tile = field.tile_in(cell);
            let kind = if cell == field.blank() { learned.blank() } else { learned.kind(field, tile, cell) };
            lot.kinds[learned.spot(cell)] = kind;
            hash ^= key_of(tile, cell);
        }
        let costs = learned.of(field, &lot.kinds);
        let blank = field.blank() as u32;
        lot.nodes = vec![Node { hash, score: 0, costs, blank, came: u32::MAX, unit: [0; 2] }];
        hash
    }

    /// How many boards there are.
    pub(super) fn len(&self) -> usize {
        self.level.iter().map(|lot| read(lot).nodes.len()).sum()
    }

    /// The best score.
    pub(super) fn best(&self) -> i32 {
        read(&self.level[0]).nodes.first().map_or(i32::MAX, |node| node.score)
    }

    /// Makes the field that of the best board.
    pub(super) fn show_best(&self, field: &mut Field) {
        let lot = read(&self.level[0]);
        field.set_tiles(|cell| lot.tiles[cell - self.first]);
    }

    /// On how many boards a unit is in place.
    pub(super) fn done(&self, pull: &Pull) -> usize {
        let is_done = |node: &&Node| node.is_done(pull);
        self.level.iter().map(|lot| read(lot).nodes.iter().filter(is_done).count()).sum()
    }

    /// The numbers of these boards.
    pub(super) fn that_are_done(&self, pull: &Pull) -> Vec<usize> {
        self.boards(|at, node| node.is_done(pull).then_some(at)).flatten().collect()
    }

    /// The numbers of all boards by score.
    pub(super) fn by_score(&self) -> Vec<usize> {
        let mut boards: Vec<(i32, usize)> = self.boards(|at, node| (node.score, at)).collect();
        boards.sort_unstable();
        boards.into_iter().map(|(_, at)| at).collect()
    }

    /// How far from the first of their cells tiles are at most.
    pub(super) fn farthest(&self, field: &Field, [first, second]: [usize; 2]) -> usize {
        let distance = |tiles: &[u16]| {
            [first, second].map(|tile| field.distance(self.cell_of(tile, tiles), first)).into_iter().max()
        };
        let of_lot = |lot: &RwLock<Lot>| read(lot).tiles.chunks_exact(self.cells).filter_map(distance).max();
        self.level.iter().filter_map(of_lot).max().unwrap_or(0)
    }

    /// The cell of a tile on a board.
    fn cell_of(&self, tile: usize, tiles: &[u16]) -> usize {
        self.first + tiles.iter().position(|&other| usize::from(other) == tile).unwrap_or(0)
    }

    fn boards<T>(&self, of: impl Fn(usize, &Node) -> T) -> impl Iterator<Item = T> {
        self.level.iter().enumerate().flat_map(move |(number, lot)| {
            let lot = read(lot);
            lot.nodes.iter().enumerate().map(|(at, node)| of(number * LOT + at, node)).collect::<Vec<_>>()
        })
    }

    /// Keeps these boards in this order.
    pub(super) fn take(&self, boards: &[usize]) {
        for (lot, boards) in self.next.iter().zip(boards.chunks(LOT)) {
            let mut lot = lock(lot);
            lot.clear();
            for &board in boards {
                let from = read(&self.level[board / LOT]);
                lot.copy(&from, board % LOT, self.cells, self.spots);
            }
        }
        self.swap(boards.len());
    }

    /// The next level becomes the level; it has so many boards.
    fn swap(&self, boards: usize) {
        for (number, (level, next)) in self.level.iter().zip(&self.next).enumerate() {
            let mut level = write(level);
            std::mem::swap(&mut *level, &mut *lock(next));
            if number * LOT >= boards {
                level.clear();
            }
        }
    }

    /// Goes through a phase; `share` lets all threads take part.
    pub(super) fn go_through(&self, phase: Phase, share: &dyn Fn(Phase)) {
        self.turn.store(0, Relaxed);
        share(phase);
    }

    /// Goes to the next level, which has at most so many boards that were not seen before. Returns these.
    pub(super) fn climb(
        &self,
        width: usize,
        level: u32,
        seen: &mut Seen,
        share: &dyn Fn(Phase),
    ) -> RwLockReadGuard<'_, Vec<Candidate>> {
        self.go_through(Phase::Expand, share);
        let children: Vec<_> = self.children.iter().map(lock).collect();
        let mut order = lock(&self.order);
        order.clear();
        for (number, children) in children.iter().enumerate() {
            let is_empty = read(&self.level[number]).nodes.is_empty();
            order.extend(children.order.iter().filter(|_| !is_empty));
        }
        // Every lot's children are in order already, which this sort makes use of.
        order.sort();
        let mut chosen = write(&self.chosen);
        chosen.clear();
        for &place in order.iter() {
            let number = place as u32;
            let candidate =
                children[(number >> LOT_BITS) as usize].list[(number & ((1 << LOT_BITS) - 1)) as usize];
            if seen.insert(candidate.node.hash, level) {
                chosen.push(candidate);
                if chosen.len() == width {
                    break;
                }
            }
        }
        let boards = chosen.len();
        drop((children, order, chosen));
        if boards > 0 {
            self.go_through(Phase::Keep, share);
            self.swap(boards);
        }
        read(&self.chosen)
    }

    /// Takes part in a phase until no lot is left to be taken up.
    pub(super) fn work(&self, phase: Phase, ground: &Ground<'_>) {
        loop {
            let number = self.turn.fetch_add(1, Relaxed);
            if number >= self.level.len() {
                return;
            }
            match phase {
                Phase::Weigh => self.weigh(number, ground),
                Phase::Expand => self.expand(number, ground),
                Phase::Keep => self.keep(number, ground),
            }
        }
    }

    fn weigh(&self, number: usize, ground: &Ground<'_>) {
        let mut lot = write(&self.level[number]);
        let Lot { nodes, tiles, .. } = &mut *lot;
        for (node, tiles) in nodes.iter_mut().zip(tiles.chunks_exact(self.cells)) {
            node.unit = ground.pull.tiles().map(|tile| self.cell_of(tile, tiles) as u32);
            node.came = u32::MAX;
            ground.weigh(node, |cell| usize::from(tiles[cell - self.first]));
        }
    }

    /// The children of a lot.
    fn expand(&self, number: usize, ground: &Ground<'_>) {
        let lot = read(&self.level[number]);
        let mut children = lock(&self.children[number]);
        let Children { list, order } = &mut *children;
        list.clear();
        let boards = lot.tiles.chunks_exact(self.cells).zip(lot.kinds.chunks_exact(self.spots));
        for (at, (node, (tiles, kinds))) in lot.nodes.iter().zip(boards).enumerate() {
            let tile_in = |cell: usize| usize::from(tiles[cell - self.first]);
            ground.for_each_child(node, tile_in, kinds, |node, direction| {
                list.push(Candidate { node, parent: (number * LOT + at) as u32, direction });
            });
        }
        order.clear();
        let first = (number << LOT_BITS) as u64;
        let place = |(at, child): (usize, &Candidate)| {
            let score = (child.node.score as u32) ^ (1 << 31);
            u64::from(score) << 32 | first | at as u64
        };
        order.extend(list.iter().enumerate().map(place));
        order.sort_unstable();
    }

    /// The boards of a lot of the next level.
    fn keep(&self, number: usize, ground: &Ground<'_>) {
        let chosen = read(&self.chosen);
        let mut lot = lock(&self.next[number]);
        lot.clear();
        for Candidate { node, parent, .. } in chosen.iter().skip(number * LOT).take(LOT) {
            let at = *parent as usize;
            lot.copy(&read(&self.level[at / LOT]), at % LOT, self.cells, self.spots);
            let Lot { nodes, tiles, kinds } = &mut *lot;
            let board = nodes.len() - 1;
            nodes[board] = *node;
            let [from, to] = [node.blank, node.came].map(|cell| cell as usize);
            let tiles = &mut tiles[board * self.cells..];
            let tile = usize::from(tiles[from - self.first]);
            tiles.swap(from - self.first, to - self.first);
            let kinds = &mut kinds[board * self.spots..];
            kinds[ground.learned.spot(from)] = ground.learned.blank();
            kinds[ground.learned.spot(to)] = ground.learned.kind(ground.field, tile, to);
        }
    }
}

impl Lot {
    fn clear(&mut self) {
        self.nodes.clear();
        self.tiles.clear();
        self.kinds.clear();
    }

    /// Adds a board of another lot.
    fn copy(&mut self, from: &Lot, at: usize, cells: usize, spots: usize) {
        self.nodes.push(from.nodes[at]);
        self.tiles.extend_from_slice(&from.tiles[at * cells..(at + 1) * cells]);
        self.kinds.extend_from_slice(&from.kinds[at * spots..(at + 1) * spots]);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
