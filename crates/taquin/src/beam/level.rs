//! The boards of a level, their children, and the best of these as the next level.
//!
//! Boards are divided into *shards* by their hash, so that threads never touch the same data: a shard keeps the best of
//! the boards whose hashes fall into it, as many as its share of the width, and knows those it has kept before
//! ([`Seen`]). A level takes two phases:
//!
//! 1. for every shard its boards' children, sorted into the shards that they fall into ([`Ladder::expand`]);
//! 2. for every shard the children that fell into it: the best that are new, and their boards ([`Ladder::keep`]).
//!
//! The number of shards depends on the width alone, and threads take shards one by one: the outcome is the same for any
//! number of threads.

use super::candidates::{Candidate, ranked};
use super::climb::in_moves;
use super::evaluation::Evaluation;
use super::seen::Seen;
use super::shards::{Node, Shard, shards, share};
use super::slides::{Kinds, NO_KINDS};
use super::trail::Trail;
use super::{Child, ChildFate};
use crate::pdb::prefetch;
use crate::search::StopReason;
use crate::search::common::room::push;
use crate::zobrist::key;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard};

/// How far ahead of their use places in memory are sent for.
const AHEAD: usize = 12;

/// Bytes that come from memory together.
const CACHE_LINE: usize = 64;

/// Boards between two questions whether to stop.
const PATIENCE: usize = 4096;

/// Scores are kept above zero by this much.
const OFFSET: i32 = 1 << 12;

/// The two parts of the work on a level.
#[derive(Clone, Copy)]
pub(super) enum Phase {
    Expand,
    Keep,
}

/// What is asked of a ladder.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) width: usize,
    /// Solutions must be shorter than this.
    pub(super) below: u32,
    /// Asked now and then by all threads; says why to stop.
    pub(super) is_over: &'a (dyn Fn() -> Option<StopReason> + Sync),
}

/// All that the threads share.
pub(super) struct Ladder<'a> {
    evaluation: &'a Evaluation,
    task: Task<'a>,
    /// Random bits, by label and cell.
    keys: Vec<u64>,
    depth: AtomicUsize,
    /// Boards that a level keeps: the task's width, or fewer if time is short.
    width: AtomicUsize,
    level: Vec<RwLock<Shard>>,
    next: Vec<Mutex<Shard>>,
    /// By shard of the parents, then by shard of the children.
    children: Vec<RwLock<Vec<Vec<Candidate>>>>,
    seen: Vec<Mutex<Seen>>,
    /// The shard that is taken up next.
    turn: AtomicUsize,
    failed: OnceLock<StopReason>,
}

impl<'a> Ladder<'a> {
    pub(super) fn new(
        evaluation: &'a Evaluation,
        start: &[u8],
        task: Task<'a>,
    ) -> Result<Ladder<'a>, StopReason> {
        let cells = evaluation.cells;
        let keys: Vec<u64> =
            (0..cells * cells).map(|at| key((at / cells) as u8, (at % cells) as u8)).collect();
        let blank = (0..cells).find(|&cell| start[cell] == evaluation.blank).expect("a board has a blank");
        // The tiles alone say which board it is.
        let tiles = (0..cells).filter(|&cell| cell != blank);
        let hash = tiles.fold(0, |hash, cell| hash ^ keys[usize::from(start[cell]) * cells + cell]);
        let shards = shards(task.width);
        let empty = || Shard { nodes: Vec::new(), boards: Vec::new(), trail: Trail::default() };
        let seen: Result<_, StopReason> =
            (0..shards).map(|shard| Ok(Mutex::new(Seen::new(share(task.width, shard))?))).collect();
        let mut ladder = Ladder {
            evaluation,
            task,
            keys,
            depth: AtomicUsize::new(0),
            width: AtomicUsize::new(task.width),
            level: (0..shards).map(|_| RwLock::new(empty())).collect(),
            next: (0..shards).map(|_| Mutex::new(empty())).collect(),
            children: (0..shards).map(|_| RwLock::new(vec![Vec::new(); shards])).collect(),
            seen: seen?,
            turn: AtomicUsize::new(0),
            failed: OnceLock::new(),
        };
        let shard = ladder.shard_of(hash);
        ladder.seen[shard].get_mut().unwrap_or_else(PoisonError::into_inner).insert(hash, 0);
        let root = Node {
            hash,
            score: evaluation.score(start),
            manhattan: evaluation.distances(start),
            blank: blank as u8,
            came: u8::MAX,
        };
        let first = ladder.level[shard].get_mut().unwrap_or_else(PoisonError::into_inner);
        first.nodes.push(root);
        let mut kinds = NO_KINDS;
        evaluation.find_kinds(start, &mut kinds);
        first.boards.extend(start.iter().chain(&kinds[..cells]));
        Ok(ladder)
    }

    /// Bytes that a ladder for boards of so many cells holds at most, without its trails.
    pub(super) fn bytes(cells: usize, width: usize) -> u64 {
        let board = 2 * cells + size_of::<Node>();
        let children = 6 * 2 * size_of::<Candidate>();
        let seen: u64 = (0..shards(width)).map(|shard| Seen::bytes(share(width, shard))).sum();
        (width * (2 * board + children)) as u64 + seen
    }

    /// Lets the next levels keep so many boards, at most as many as the task's width.
    pub(super) fn narrow(&self, width: usize) {
        self.width.store(width.clamp(1, self.task.width), Relaxed);
    }

    /// How many boards there are on the level.
    pub(super) fn len(&self) -> usize {
        self.shards().map(|shard| shard.nodes.len()).sum()
    }

    /// The best score on the level.
    pub(super) fn best(&self) -> Option<i32> {
        self.shards().filter_map(|shard| shard.nodes.first().map(|node| node.score)).min()
    }

    /// The place of a board without a tile away from its cell, if there is one on the level.
    pub(super) fn goal(&self) -> Option<usize> {
        let mut before = 0;
        for shard in self.shards() {
            if let Some(place) = shard.nodes.iter().position(|node| node.manhattan == 0) {
                return Some(before + place);
            }
            before += shard.nodes.len();
        }
        None
    }

    /// The shards of the level.
    pub(super) fn shards(&self) -> impl Iterator<Item = RwLockReadGuard<'_, Shard>> {
        self.level.iter().map(|shard| shard.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Goes to the next level by two phases, which `share` lets all threads work on. Returns the trail to its boards.
    pub(super) fn climb(&self, share: impl Fn(Phase)) -> Result<Trail, StopReason> {
        for phase in [Phase::Expand, Phase::Keep] {
            self.turn.store(0, Relaxed);
            share(phase);
            if let Some(&why) = self.failed.get() {
                return Err(why);
            }
        }
        self.depth.fetch_add(1, Relaxed);
        let mut whole = Trail::default();
        whole.make_room(self.next.iter().map(|shard| lock(shard).trail.len()).sum())?;
        for (level, next) in self.level.iter().zip(&self.next) {
            let mut next = lock(next);
            whole.append(&mut next.trail);
            std::mem::swap(&mut *level.write().unwrap_or_else(PoisonError::into_inner), &mut *next);
        }
        Ok(whole)
    }

    /// Takes part in a phase until no shard is left to be taken up.
    pub(super) fn work(&self, phase: Phase) {
        loop {
            let shard = self.turn.fetch_add(1, Relaxed);
            if shard >= self.level.len() || self.failed.get().is_some() {
                return;
            }
            let done = match phase {
                Phase::Expand => self.expand(shard),
                Phase::Keep => self.keep(shard),
            };
            if let Err(why) = done {
                self.failed.get_or_init(|| why);
            }
        }
    }

    /// The children of a shard that may still lead to a solution that is short enough.
    fn expand(&self, number: usize) -> Result<(), StopReason> {
        let shard = self.level[number].read().unwrap_or_else(PoisonError::into_inner);
        let mut lists = self.children[number].write().unwrap_or_else(PoisonError::into_inner);
        lists.iter_mut().for_each(Vec::clear);
        let mut kinds = NO_KINDS;
        for place in 0..shard.nodes.len() {
            self.ask_whether_to_stop(place)?;
            self.for_each_child(&shard, place, &mut kinds, |hash, score, blank| {
                let rank = (score + OFFSET).clamp(0, i32::from(u16::MAX)) as u16;
                let candidate = Candidate { hash, place: place as u32, rank, shard: number as u8, blank };
                push(&mut lists[self.shard_of(hash)], candidate)
            })?;
        }
        Ok(())
    }

    /// Hash, score and blank of the children of a board. Its kinds are looked at in an array for all boards.
    #[inline]
    fn for_each_child(
        &self,
        shard: &Shard,
        place: usize,
        kinds: &mut Kinds,
        mut take: impl FnMut(u64, i32, u8) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let evaluation = self.evaluation;
        let node = &shard.nodes[place];
        let (labels, of_board) = shard.board(place, evaluation.cells).split_at(evaluation.cells);
        kinds[..of_board.len()].copy_from_slice(of_board);
        let to = usize::from(node.blank);
        let depth = self.depth.load(Relaxed) as u32 + 1;
        for &cell in evaluation.neighbours[to].iter().filter(|&&cell| cell != node.came) {
            let from = usize::from(cell);
            let tile = usize::from(labels[from]);
            let left = node.manhattan + evaluation.distance(tile, to) - evaluation.distance(tile, from);
            if depth + u32::from(left) >= self.task.below {
                continue;
            }
            let score = node.score + evaluation.change(kinds, tile, from, to);
            let key = |label: usize, cell: usize| self.keys[label * evaluation.cells + cell];
            let hash = node.hash ^ key(tile, from) ^ key(tile, to);
            take(hash, score, cell)?;
        }
        Ok(())
    }

    /// The boards that a shard keeps of the children that fall into it.
    fn keep(&self, number: usize) -> Result<(), StopReason> {
        let chosen = self.chosen(number)?;
        let level: Vec<_> = self.shards().collect();
        // The places at which shards begin on the level.
        let offsets: Vec<usize> = level
            .iter()
            .scan(0, |end, shard| {
                let begin = *end;
                *end += shard.nodes.len();
                Some(begin)
            })
            .collect();
        let mut next = lock(&self.next[number]);
        let Shard { nodes, boards, trail } = &mut *next;
        nodes.clear();
        boards.clear();
        trail.clear();
        nodes.try_reserve(chosen.len()).map_err(|_| StopReason::Memory)?;
        boards.try_reserve(chosen.len() * 2 * self.evaluation.cells).map_err(|_| StopReason::Memory)?;
        trail.make_room(chosen.len())?;
        for (at, candidate) in chosen.iter().enumerate() {
            self.ask_whether_to_stop(at)?;
            if let Some(later) = chosen.get(at + AHEAD) {
                let shard = &level[usize::from(later.shard)];
                let board = shard.board(later.place as usize, self.evaluation.cells);
                board.iter().step_by(CACHE_LINE).for_each(|byte| prefetch(&raw const *byte));
                prefetch(&raw const shard.nodes[later.place as usize]);
            }
            let shard = usize::from(candidate.shard);
            let node = self.add_child(boards, &level[shard], candidate);
            let beside = &self.evaluation.neighbours[usize::from(node.blank)];
            let back = beside.iter().position(|&cell| cell == node.came).expect("the blank came from beside");
            trail.push(offsets[shard] + candidate.place as usize, back);
            nodes.push(node);
        }
        Ok(())
    }

    /// The best new children that fall into a shard, as many as its share: by score, and those with equal scores in the
    /// order of their parents.
    fn chosen(&self, number: usize) -> Result<Vec<Candidate>, StopReason> {
        let lists: Vec<_> =
            self.children.iter().map(|lists| lists.read().unwrap_or_else(PoisonError::into_inner)).collect();
        let mut ranked = ranked(lists.iter().map(|lists| lists[number].as_slice()))?;
        let level = self.depth.load(Relaxed) as u32 + 1;
        let share = share(self.task.width, number) * self.width.load(Relaxed) / self.task.width;
        let mut seen = lock(&self.seen[number]);
        let mut kept = 0;
        for at in 0..ranked.len() {
            self.ask_whether_to_stop(at)?;
            if let Some(later) = ranked.get(at + AHEAD) {
                seen.prefetch(later.hash);
            }
            let candidate = ranked[at];
            if seen.insert(candidate.hash, level) {
                ranked[kept] = candidate;
                kept += 1;
                if kept >= share {
                    break;
                }
            }
        }
        ranked.truncate(kept);
        Ok(ranked)
    }

    /// Appends the board of a candidate to those of a shard.
    #[inline]
    fn add_child(&self, boards: &mut Vec<u8>, shard: &Shard, candidate: &Candidate) -> Node {
        let evaluation = self.evaluation;
        let parent = &shard.nodes[candidate.place as usize];
        let board = shard.board(candidate.place as usize, evaluation.cells);
        let (from, to) = (usize::from(candidate.blank), usize::from(parent.blank));
        let begin = boards.len();
        boards.extend_from_slice(board);
        let (labels, kinds) = boards[begin..].split_at_mut(evaluation.cells);
        let tile = usize::from(labels[from]);
        labels.swap(from, to);
        (kinds[from], kinds[to]) = (kinds[to], evaluation.kind(tile, to));
        Node {
            hash: candidate.hash,
            score: i32::from(candidate.rank) - OFFSET,
            manhattan: parent.manhattan + evaluation.distance(tile, to) - evaluation.distance(tile, from),
            blank: candidate.blank,
            came: parent.blank,
        }
    }

    /// How many children the boards of the level before had.
    pub(super) fn generated(&self) -> u64 {
        let lists = self.children.iter().map(|lists| lists.read().unwrap_or_else(PoisonError::into_inner));
        lists.map(|lists| lists.iter().map(|list| list.len() as u64).sum::<u64>()).sum()
    }

    /// The children of the level with their hashes, in the order of their parents, for watches: nothing has become of
    /// them yet.
    pub(super) fn children(&self) -> Vec<(u64, Child)> {
        let mut children = Vec::new();
        let mut kinds = NO_KINDS;
        let mut before = 0;
        for shard in self.shards() {
            for place in 0..shard.nodes.len() {
                let parent = before + place;
                let done = self.for_each_child(&shard, place, &mut kinds, |hash, score, blank| {
                    let score = in_moves(score);
                    push(&mut children, (hash, Child { parent, blank, score, fate: ChildFate::LeftOut }))
                });
                if done.is_err() {
                    return children;
                }
            }
            before += shard.nodes.len();
        }
        children
    }

    /// Whether a board is known to have been kept.
    pub(super) fn is_seen(&self, hash: u64) -> bool {
        lock(&self.seen[self.shard_of(hash)]).contains(hash)
    }

    #[inline]
    fn shard_of(&self, hash: u64) -> usize {
        // The highest bits: the lower ones choose a bucket in the shard.
        (hash >> 58) as usize & (self.level.len() - 1)
    }

    #[inline]
    fn ask_whether_to_stop(&self, done: usize) -> Result<(), StopReason> {
        if done.is_multiple_of(PATIENCE) { (self.task.is_over)().map_or(Ok(()), Err) } else { Ok(()) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
