//! Many boards: each process gets a handful at a time, as many as it solves in a fraction of a second, and one more handful
//! while it works on that. Answers come in the order of the boards.

use super::Cluster;
use crate::commands::{Row, Work};
use crate::failure::Failure;
use crate::input::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin::Solver;
use taquin::search::Cancel;
use taquin::solver::InOrder;

/// Handfuls that a process has at a time.
const AHEAD: usize = 2;
/// A handful takes about so long.
const TARGET: Duration = Duration::from_millis(200);
/// Boards in a handful, at most.
const MOST: usize = 4096;
/// Boards that are read ahead.
const READ_AHEAD: usize = 2 * MOST;

/// Boards in handfuls whose size follows the time that they take.
struct Handfuls {
    cluster: Cluster,
    entries: Receiver<Entry>,
    size: Arc<AtomicUsize>,
}

impl Iterator for Handfuls {
    type Item = Vec<Entry>;

    /// Waits for a board, and takes what has come besides.
    fn next(&mut self) -> Option<Vec<Entry>> {
        let Ok(first) = self.entries.recv() else {
            self.cluster.no_more_boards();
            return None;
        };
        let others = self.entries.try_iter().take(self.size.load(Ordering::Relaxed) - 1);
        Some(std::iter::once(first).chain(others).collect())
    }
}

/// Solves boards by all processes.
pub(super) fn solve_all(
    cluster: &Cluster,
    solver: &Solver,
    work: &Arc<Work>,
    cancel: &Cancel,
    entries: impl Iterator<Item = Entry> + Send + 'static,
) -> InOrder<Result<Vec<Row>, Failure>> {
    let (sender, receiver) = mpsc::sync_channel(READ_AHEAD);
    // Not joined: it may be waiting for input that never comes when the program ends.
    thread::spawn(move || entries.map_while(|entry| sender.send(entry).ok()).for_each(drop));
    let size = Arc::new(AtomicUsize::new(1));
    let handfuls = Handfuls { cluster: cluster.clone(), entries: receiver, size: size.clone() };
    let processes = cluster.processes();
    // One thread waits for each handful that is under way.
    let slots = Mutex::new((0..AHEAD * processes).map(|slot| slot % processes).rev().collect::<Vec<_>>());
    let own = Mutex::new(());
    let (cluster, solver, work) = (cluster.clone(), solver.clone(), work.clone());
    let solve = move |entries: Vec<Entry>| {
        let (count, begun) = (entries.len(), Instant::now());
        let process = lock(&slots).pop().unwrap_or(0);
        let rows = if process == 0 {
            let _one_at_a_time = lock(&own);
            solve_here(&solver, &work, entries)
        } else {
            cluster.solve_by(process, entries)
        };
        lock(&slots).push(process);
        let size_for_target = count as f64 * TARGET.as_secs_f64() / begun.elapsed().as_secs_f64().max(1e-6);
        size.store((size_for_target as usize).clamp(1, MOST.min(2 * count)), Ordering::Relaxed);
        rows
    };
    Solver::new()
        .threads(AHEAD * processes)
        .cancel(cancel)
        .map_all(handfuls, move |_, handful| solve(handful))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What this process makes of some boards, on all its threads.
pub(super) fn solve_here(
    solver: &Solver,
    work: &Arc<Work>,
    entries: Vec<Entry>,
) -> Result<Vec<Row>, Failure> {
    let work = work.clone();
    solver.map_all(entries, move |solver, entry| work.solve(solver, entry)?.into_row(&work)).collect()
}
