//! One level after the other: all children of a level, the best of them, their boards.

use super::evaluation::Evaluation;
use super::seen::Seen;
use crate::search::StopReason;
use crate::search::common::room::{filled, with_room_for};
use crate::zobrist::key;
use std::thread;

/// Levels with fewer boards are one thread's work.
const WORTH_A_THREAD: usize = 2048;

/// How far ahead of their use buckets are sent for.
const AHEAD: usize = 12;

/// Scores are kept above zero by this much.
const OFFSET: i32 = 1 << 12;

/// What is known of a board besides its labels.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    score: i32,
    manhattan: u16,
    blank: u8,
    /// Where the blank was before.
    came: u8,
}

/// A child that has no board yet.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    parent: u32,
    /// The score, shifted and cut off.
    rank: u16,
    /// The cell that the blank goes to.
    blank: u8,
}

/// The boards of a level, best first.
pub(super) struct Level<const N: usize> {
    nodes: Vec<Node>,
    boards: Vec<[u8; N]>,
}

/// What is left of a level for the way back: by board, its parent's place and its blank.
pub(super) struct Trail {
    parents: Vec<u32>,
    blanks: Vec<u8>,
}

/// A way of the blank, cell by cell.
pub(super) type Way = Vec<u8>;

/// Goes from level to level.
pub(super) struct Ladder<'a, const N: usize> {
    evaluation: &'a Evaluation<N>,
    /// Random bits, by label and cell.
    keys: Vec<u64>,
    width: usize,
    threads: usize,
    /// Solutions must be shorter than this.
    below: u32,
    level: Level<N>,
    trails: Vec<Trail>,
    seen: Seen,
}

impl<'a, const N: usize> Ladder<'a, N> {
    pub(super) fn new(
        evaluation: &'a Evaluation<N>,
        start: [u8; N],
        width: usize,
        threads: usize,
        below: u32,
    ) -> Result<Ladder<'a, N>, StopReason> {
        let cells = evaluation.neighbours.len();
        let keys: Vec<u64> = (0..N * N).map(|at| key((at / N) as u8, (at % N) as u8)).collect();
        let hash = (0..cells).fold(0, |hash, cell| hash ^ keys[usize::from(start[cell]) * N + cell]);
        let blank =
            (0..cells).find(|&cell| start[cell] == evaluation.blank).expect("a board has a blank") as u8;
        let mut seen = Seen::new(width)?;
        seen.insert(hash, 0);
        let root = Node {
            hash,
            score: evaluation.score(&start),
            manhattan: evaluation.distances(&start),
            blank,
            came: u8::MAX,
        };
        let level = Level { nodes: vec![root], boards: vec![start] };
        Ok(Ladder { evaluation, keys, width, threads, below, level, trails: Vec::new(), seen })
    }

    /// Bytes that a ladder holds at most on its way to solutions of this length.
    pub(super) fn bytes(width: usize, moves: u32) -> u64 {
        let board = N + size_of::<Node>();
        let children = 6 * 2 * size_of::<Candidate>();
        let trail = (size_of::<u32>() + 1) * moves as usize;
        (width * (2 * board + children + trail)) as u64 + Seen::bytes(width)
    }

    /// How many boards there are on the level.
    pub(super) fn len(&self) -> usize {
        self.level.nodes.len()
    }

    /// The moves made so far.
    pub(super) fn depth(&self) -> u32 {
        self.trails.len() as u32
    }

    /// Goes to the next level. A way to the goal is returned when there is one.
    pub(super) fn climb(&mut self) -> Result<Option<Way>, StopReason> {
        let candidates = self.best(self.ranked(self.candidates())?)?;
        let next = self.boards(&candidates)?;
        let mut trail =
            Trail { parents: with_room_for(next.nodes.len())?, blanks: with_room_for(next.nodes.len())? };
        trail.parents.extend(candidates.iter().map(|candidate| candidate.parent));
        trail.blanks.extend(candidates.iter().map(|candidate| candidate.blank));
        self.trails.push(trail);
        self.level = next;
        Ok(self.level.nodes.iter().position(|node| node.manhattan == 0).map(|place| self.way_to(place)))
    }

    /// All children that may still lead to a solution that is short enough, in the order of their parents.
    fn candidates(&self) -> Vec<Vec<Candidate>> {
        let nodes: Vec<usize> = (0..self.len()).collect();
        in_parts(&nodes, self.threads_for(nodes.len()), |part| {
            let mut candidates = Vec::with_capacity(4 * part.len());
            for &parent in part {
                self.children(parent, &mut candidates);
            }
            candidates
        })
    }

    #[inline]
    fn children(&self, parent: usize, candidates: &mut Vec<Candidate>) {
        let evaluation = self.evaluation;
        let (node, board) = (&self.level.nodes[parent], &self.level.boards[parent]);
        let to = usize::from(node.blank);
        let depth = self.depth() + 1;
        for &cell in evaluation.neighbours[to].iter().filter(|&&cell| cell != node.came) {
            let from = usize::from(cell);
            let tile = usize::from(board[from]);
            let left = node.manhattan + evaluation.distance(tile, to) - evaluation.distance(tile, from);
            if depth + u32::from(left) >= self.below {
                continue;
            }
            let score = node.score + evaluation.change(board, from, to);
            let key = |label: usize, cell: usize| self.keys[label * N + cell];
            let blank = usize::from(evaluation.blank);
            candidates.push(Candidate {
                hash: node.hash ^ key(tile, from) ^ key(tile, to) ^ key(blank, to) ^ key(blank, from),
                parent: parent as u32,
                rank: (score + OFFSET).clamp(0, i32::from(u16::MAX)) as u16,
                blank: cell,
            });
        }
    }

    /// The candidates by score; those with equal scores keep their order.
    fn ranked(&self, parts: Vec<Vec<Candidate>>) -> Result<Vec<Candidate>, StopReason> {
        let all = || parts.iter().flatten();
        let highest = all().map(|candidate| candidate.rank).max().map_or(0, usize::from);
        let lowest = all().map(|candidate| candidate.rank).min().map_or(0, usize::from);
        let mut places = vec![0; highest - lowest + 2];
        for candidate in all() {
            places[usize::from(candidate.rank) - lowest + 1] += 1;
        }
        for rank in 1..places.len() {
            places[rank] += places[rank - 1];
        }
        let none = Candidate { hash: 0, parent: 0, rank: 0, blank: 0 };
        let mut ranked = filled(none, all().count())?;
        for candidate in all() {
            let place = &mut places[usize::from(candidate.rank) - lowest];
            ranked[*place] = *candidate;
            *place += 1;
        }
        Ok(ranked)
    }

    /// The first of them that are new, as many as the beam is wide.
    fn best(&mut self, mut ranked: Vec<Candidate>) -> Result<Vec<Candidate>, StopReason> {
        let level = self.depth() + 1;
        let mut kept = 0;
        for at in 0..ranked.len() {
            if let Some(later) = ranked.get(at + AHEAD) {
                self.seen.prefetch(later.hash);
            }
            let candidate = ranked[at];
            if self.seen.insert(candidate.hash, level) {
                ranked[kept] = candidate;
                kept += 1;
                if kept == self.width {
                    break;
                }
            }
        }
        ranked.truncate(kept);
        Ok(ranked)
    }

    /// The boards of the chosen children.
    fn boards(&self, chosen: &[Candidate]) -> Result<Level<N>, StopReason> {
        let mut next = Level { nodes: with_room_for(chosen.len())?, boards: with_room_for(chosen.len())? };
        let parts = in_parts(chosen, self.threads_for(chosen.len()), |part| {
            let (mut nodes, mut boards) = (Vec::with_capacity(part.len()), Vec::with_capacity(part.len()));
            for candidate in part {
                let (node, board) = self.child(candidate);
                nodes.push(node);
                boards.push(board);
            }
            (nodes, boards)
        });
        for (nodes, boards) in parts {
            next.nodes.extend(nodes);
            next.boards.extend(boards);
        }
        Ok(next)
    }

    #[inline]
    fn child(&self, candidate: &Candidate) -> (Node, [u8; N]) {
        let parent = &self.level.nodes[candidate.parent as usize];
        let mut board = self.level.boards[candidate.parent as usize];
        let (from, to) = (usize::from(candidate.blank), usize::from(parent.blank));
        let tile = usize::from(board[from]);
        board.swap(from, to);
        let evaluation = self.evaluation;
        let node = Node {
            hash: candidate.hash,
            score: i32::from(candidate.rank) - OFFSET,
            manhattan: parent.manhattan + evaluation.distance(tile, to) - evaluation.distance(tile, from),
            blank: candidate.blank,
            came: parent.blank,
        };
        (node, board)
    }

    fn way_to(&self, place: usize) -> Way {
        let mut way = Way::with_capacity(self.trails.len());
        let mut place = place;
        for trail in self.trails.iter().rev() {
            way.push(trail.blanks[place]);
            place = trail.parents[place] as usize;
        }
        way.reverse();
        way
    }

    fn threads_for(&self, boards: usize) -> usize {
        self.threads.min(boards / WORTH_A_THREAD).max(1)
    }
}

/// Works on parts of a list with several threads; the results come in the order of the parts.
fn in_parts<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    if threads == 1 {
        return vec![work(items)];
    }
    let work = &work;
    thread::scope(|scope| {
        let mut parts = items.chunks(items.len().div_ceil(threads));
        let first = parts.next().unwrap_or_default();
        // Where the system gives no thread, this one does the part when its turn comes.
        let others: Vec<_> = parts
            .map(|part| (part, thread::Builder::new().spawn_scoped(scope, move || work(part)).ok()))
            .collect();
        let mut results = vec![work(first)];
        results.extend(others.into_iter().map(|(part, thread)| match thread {
            Some(thread) => thread.join().expect("levels are made without panics"),
            None => work(part),
        }));
        results
    })
}
