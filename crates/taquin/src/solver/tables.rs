//! Heuristics with all tables they need, each table read or built once for all clones of a solver.

use super::error::SolverError;
use super::files::Files;
use super::phase::Work;
use super::recent::Recent;
use crate::board::Board;
use crate::exact::DistanceTable;
use crate::heuristic::{
    AnyHeuristic, AxisDistance, ExactDistance, HeuristicName, Maximum, PatternDatabases, WalkingConflict,
    WalkingDistance,
};
use crate::pdb::{
    BuildError, Catalogue, CatalogueError, FileError, MOST_ON_DEMAND, Pattern, PatternError, Progress, Table,
    build, build_bytes,
};
use crate::platform;
use crate::search::StopReason;
use crate::shape::{Cell, Shape};
use std::cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::Duration;

/// The most bytes of all tables of a set that is built on the way to an answer.
const MOST_SET_BYTES: u64 = 1 << 28;
/// Bytes of tables in memory that are kept for later boards, unless a solver is told otherwise.
pub(super) const USUAL_KEPT_BYTES: u64 = 512 << 20;
/// How often a search that waits for a table of another search looks at its limits.
const PATIENCE: Duration = Duration::from_millis(2);

/// Whether tables on disk are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnDisk {
    Used,
    /// Some cannot be read, or are not all there: tables are built.
    PassedOver,
}

/// What tables may use, and when to give up.
#[derive(Clone, Copy)]
pub(super) struct Allowance<'a> {
    /// Threads to build with.
    pub(super) threads: usize,
    /// Bytes for all tables together, those that are built included.
    pub(super) memory: u64,
    pub(super) on_disk: OnDisk,
    /// Asked now and then while tables are built, with the share that is done: whether to give up, and why.
    pub(super) watch: &'a dyn Fn(Option<f64>) -> Option<StopReason>,
    /// What was done to have the tables.
    pub(super) work: &'a cell::Cell<Option<Work>>,
}

impl Allowance<'_> {
    /// A table was read. If others are built, that is what takes the time.
    fn has_read(&self) {
        self.work.set(self.work.get().or(Some(Work::ReadTables)));
    }
}

/// A heuristic for a goal.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// Its full name: for `pdb` the name of the set that was at hand.
    pub(super) name: HeuristicName,
    pub(super) heuristic: Arc<AnyHeuristic>,
    /// What had to be done to have its tables.
    pub(super) work: Option<Work>,
}

/// What `pdb` or `pdb:NAME` means for a goal.
enum Meant {
    /// Exact distances, which are on disk or built in a moment.
    Exact,
    /// A set that is on disk or built soon.
    Set(Catalogue),
    /// The shape has no patterns.
    Nothing,
}

/// Where heuristics come from.
#[derive(Debug, Default)]
pub(super) struct Tables {
    files: Files,
    recent: Recent,
    /// The tables in use. A search that needs one that is being built waits for the lock.
    patterns: Mutex<HashMap<Pattern, Weak<Table>>>,
    exact: Mutex<HashMap<(Shape, Cell), Weak<DistanceTable>>>,
}

impl Tables {
    #[cfg(feature = "store")]
    pub(super) fn in_files(files: Files) -> Tables {
        Tables { files, ..Tables::default() }
    }

    /// The heuristic of this name for a goal.
    pub(super) fn heuristic(
        &self,
        name: &HeuristicName,
        goal: &Board,
        allowance: Allowance<'_>,
    ) -> Result<Made, SolverError> {
        if let Some(made) = self.recent.find(name, goal) {
            return Ok(made);
        }
        let made = self.make(name, goal, allowance)?;
        self.recent.keep(name, goal, &made, allowance.memory.min(USUAL_KEPT_BYTES));
        Ok(made)
    }

    fn make(
        &self,
        name: &HeuristicName,
        goal: &Board,
        allowance: Allowance<'_>,
    ) -> Result<Made, SolverError> {
        let made = |heuristic| Made { name: name.clone(), heuristic: Arc::new(heuristic), work: None };
        match name {
            HeuristicName::Full => Ok(made(self.exact(goal, allowance)?)),
            HeuristicName::Pdb(set) => match self.meant(set.as_deref(), goal)? {
                Meant::Exact => self.make(&HeuristicName::Full, goal, allowance),
                Meant::Set(set) => self.databases(&set, goal, allowance),
                Meant::Nothing => Ok(made(AnyHeuristic::Pdb(PatternDatabases::without_tables(goal)))),
            },
            HeuristicName::Max(parts) => {
                let parts = parts.iter().map(|part| self.heuristic(part, goal, allowance));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                let heuristics = parts.iter().map(|part| (*part.heuristic).clone()).collect();
                Ok(Made {
                    name: HeuristicName::Max(parts.into_iter().map(|part| part.name).collect()),
                    heuristic: Arc::new(AnyHeuristic::Maximum(Maximum::new(heuristics))),
                    work: None,
                })
            }
            HeuristicName::WalkingDistance => {
                self.make_room(
                    WalkingDistance::build_bytes(goal.shape()),
                    &|| self.recent.bytes(),
                    allowance,
                )?;
                allowance.work.set(Some(Work::BuildTables));
                Ok(made(AnyHeuristic::WalkingDistance(WalkingDistance::new(goal))))
            }
            HeuristicName::WalkingConflict => {
                let bytes = WalkingConflict::build_bytes(goal);
                self.make_room(bytes, &|| self.recent.bytes(), allowance)?;
                allowance.work.set(Some(Work::BuildTables));
                Ok(made(AnyHeuristic::WalkingConflict(build_walks(goal, allowance)?)))
            }
            HeuristicName::AxisDistance => {
                let bytes = AxisDistance::build_bytes(goal.shape());
                self.make_room(bytes, &|| self.recent.bytes(), allowance)?;
                allowance.work.set(Some(Work::BuildTables));
                Ok(made(AnyHeuristic::AxisDistance(AxisDistance::new(goal))))
            }
            simple => simple.build(goal, allowance.threads).map(made).map_err(SolverError::from),
        }
    }

    /// What a set's name means, or what is best where none is given.
    fn meant(&self, set: Option<&str>, goal: &Board) -> Result<Meant, SolverError> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let Some(name) = set else {
            if self.has_exact(goal) {
                return Ok(Meant::Exact);
            }
            let on_disk = self.sets_on_disk(goal).next();
            let set = on_disk.or_else(|| Catalogue::in_memory(shape, blank).ok());
            return Ok(set.map_or(Meant::Nothing, Meant::Set));
        };
        let set = match Catalogue::named(shape, blank, name) {
            Ok(set) => set,
            Err(CatalogueError::Pattern(PatternError::Shape(_))) => return Ok(Meant::Nothing),
            Err(error) => return Err(SolverError::Set(error)),
        };
        if self.is_on_disk(&set) || is_small(&set) {
            Ok(Meant::Set(set))
        } else {
            Err(SolverError::NotThere(Box::new(set)))
        }
    }

    /// The sets that are on disk with all their tables, the best first.
    pub(super) fn sets_on_disk(&self, goal: &Board) -> impl Iterator<Item = Catalogue> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let named = Catalogue::names(shape).into_iter().map(move |name| Catalogue::named(shape, blank, name));
        let unnamed = std::iter::once_with(move || Catalogue::default_on_disk(shape, blank));
        named.chain(unnamed).flatten().filter(|set| self.is_on_disk(set))
    }

    fn is_on_disk(&self, set: &Catalogue) -> bool {
        set.tables().iter().all(|pattern| self.files.has(pattern))
    }

    /// Whether exact distances are at hand: the table of all boards is on disk, or built in a moment.
    pub(super) fn has_exact(&self, goal: &Board) -> bool {
        let shape = goal.shape();
        DistanceTable::is_quick(shape) || DistanceTable::fits(shape) && self.files.has_all(goal)
    }

    /// Whether all tables of a set are in use already.
    pub(super) fn is_in_memory(&self, set: &Catalogue) -> bool {
        // A search that builds a table holds the lock: then it is not there yet.
        let patterns = match self.patterns.try_lock() {
            Ok(patterns) => patterns,
            Err(TryLockError::Poisoned(error)) => PoisonError::into_inner(error),
            Err(TryLockError::WouldBlock) => return false,
        };
        let in_use =
            |pattern: &Pattern| patterns.get(pattern).is_some_and(|table| Weak::strong_count(table) > 0);
        set.tables().iter().all(in_use)
    }

    /// The heuristic of a set.
    pub(super) fn databases(
        &self,
        set: &Catalogue,
        goal: &Board,
        allowance: Allowance<'_>,
    ) -> Result<Made, SolverError> {
        if set.bytes() > allowance.memory {
            return Err(SolverError::Stopped(StopReason::Memory));
        }
        // Searches do without what tables say of slides, if more slowly. Half: tables of other goals may be in memory as well.
        let with_rises = set.disk_bytes().saturating_add(set.build_bytes()) <= allowance.memory / 2;
        let (bytes, done) = (set.bytes().max(1) as f64, cell::Cell::new(0));
        let table = &mut |pattern: &Pattern| {
            let size = Table::bytes_of(pattern);
            // The share of one table as a share of all.
            let of_all = |share: f64| (done.get() as f64 + share * size as f64) / bytes;
            let watch = &|share: Option<f64>| (allowance.watch)(share.map(of_all));
            let table = self.table(pattern, with_rises, Allowance { watch, ..allowance });
            done.set(done.get() + size);
            table
        };
        let databases = PatternDatabases::new(goal, set.partitions(), table)?;
        Ok(Made {
            name: HeuristicName::Pdb(Some(set.name().into())),
            heuristic: Arc::new(AnyHeuristic::Pdb(databases)),
            work: None,
        })
    }

    /// A table, from memory, else from the disk, else built.
    fn table(
        &self,
        pattern: &Pattern,
        with_rises: bool,
        allowance: Allowance<'_>,
    ) -> Result<Arc<Table>, SolverError> {
        let mut patterns = locked(&self.patterns, allowance)?;
        if let Some(table) = patterns.get(pattern).and_then(Weak::upgrade) {
            return Ok(table);
        }
        let on_disk = self.used_files(allowance).map_or(Ok(None), |files| files.find(pattern))?;
        let table = match on_disk {
            Some(table) => {
                allowance.has_read();
                table
            }
            None => {
                let in_use =
                    || patterns.values().filter_map(Weak::upgrade).map(|table| table.own_bytes()).sum();
                self.make_room(build_bytes(pattern), &in_use, allowance)?;
                allowance.work.set(Some(Work::BuildTables));
                let table = build_pattern(pattern, allowance)?;
                if with_rises { table.with_rises(allowance.threads) } else { table }
            }
        };
        let table = Arc::new(table);
        patterns.retain(|_, table| Weak::strong_count(table) > 0);
        patterns.insert(pattern.clone(), Arc::downgrade(&table));
        Ok(table)
    }

    /// Makes sure that so many bytes more than those in use are allowed for tables, if need be by forgetting tables that
    /// no search holds.
    fn make_room(
        &self,
        bytes: u64,
        in_use: &dyn Fn() -> u64,
        allowance: Allowance<'_>,
    ) -> Result<(), SolverError> {
        let fits = || bytes.saturating_add(in_use()) <= allowance.memory;
        if fits() {
            return Ok(());
        }
        self.recent.drop_tables();
        if fits() { Ok(()) } else { Err(SolverError::Stopped(StopReason::Memory)) }
    }

    /// Exact distances; shapes that are too large for a table count as Manhattan.
    fn exact(&self, goal: &Board, allowance: Allowance<'_>) -> Result<AnyHeuristic, SolverError> {
        let shape = goal.shape();
        if !DistanceTable::fits(shape) {
            return Ok(AnyHeuristic::Exact(ExactDistance::new(goal)));
        }
        let key = (shape, DistanceTable::blank_for(shape, goal.blank()));
        let mut exact = locked(&self.exact, allowance)?;
        let table = match exact.get(&key).and_then(Weak::upgrade) {
            Some(table) => table,
            None => Arc::new(match self.exact_on_disk(goal, allowance)? {
                Some(table) => {
                    allowance.has_read();
                    table
                }
                None => {
                    let in_use =
                        || exact.values().filter_map(Weak::upgrade).map(|table| table.own_bytes()).sum();
                    let bytes = DistanceTable::build_bytes(shape, allowance.threads);
                    self.make_room(bytes, &in_use, allowance)?;
                    allowance.work.set(Some(Work::BuildTables));
                    build_exact(shape, goal.blank(), allowance)?
                }
            }),
        };
        exact.insert(key, Arc::downgrade(&table));
        let heuristic = ExactDistance::with_table(goal, table).expect("the table is for this goal's blank");
        Ok(AnyHeuristic::Exact(heuristic))
    }

    fn exact_on_disk(
        &self,
        goal: &Board,
        allowance: Allowance<'_>,
    ) -> Result<Option<DistanceTable>, FileError> {
        self.used_files(allowance).map_or(Ok(None), |files| files.find_all(goal))
    }

    fn used_files(&self, allowance: Allowance<'_>) -> Option<&Files> {
        (allowance.on_disk == OnDisk::Used).then_some(&self.files)
    }
}

fn build_pattern(pattern: &Pattern, allowance: Allowance<'_>) -> Result<Table, SolverError> {
    let mut reason = None;
    let watch = &mut |progress: Progress| {
        reason = (allowance.watch)(Some((progress.found as f64 / progress.expected as f64).min(1.0)));
        if reason.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    build(pattern, allowance.threads, watch).map_err(|error| match (error, reason) {
        (BuildError::Stopped, Some(reason)) => SolverError::Stopped(reason),
        (BuildError::Memory(_), _) => SolverError::Stopped(StopReason::Memory),
        (error, _) => SolverError::Build(error),
    })
}

fn build_walks(goal: &Board, allowance: Allowance<'_>) -> Result<WalkingConflict, SolverError> {
    let mut reason = None;
    let watch = &mut |share: f64| {
        reason = (allowance.watch)(Some(share));
        if reason.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let built = WalkingConflict::build(goal, allowance.threads, watch);
    built.ok_or(SolverError::Stopped(reason.unwrap_or(StopReason::Memory)))
}

fn build_exact(shape: Shape, blank: Cell, allowance: Allowance<'_>) -> Result<DistanceTable, SolverError> {
    let mut reason = None;
    let mut found = 0;
    // Half of all orders can be slid into one another.
    let all: f64 = (3..=shape.cells()).map(|cells| cells as f64).product();
    let watch = &mut |_, boards| {
        found += boards;
        reason = (allowance.watch)(Some((found as f64 / all).min(1.0)));
        if reason.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let table = DistanceTable::build(shape, blank, allowance.threads, watch);
    table.ok_or(SolverError::Stopped(reason.unwrap_or(StopReason::Memory)))
}

/// Waits for a lock, but no longer than limits allow.
fn locked<'a, T>(mutex: &'a Mutex<T>, allowance: Allowance<'_>) -> Result<MutexGuard<'a, T>, SolverError> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(error)) => return Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => match (allowance.watch)(None) {
                Some(reason) => return Err(SolverError::Stopped(reason)),
                None => platform::sleep(PATIENCE),
            },
        }
    }
}

fn is_small(set: &Catalogue) -> bool {
    let small = |pattern: &Pattern| Table::bytes_of(pattern) <= MOST_ON_DEMAND;
    set.tables().iter().all(small) && set.bytes() <= MOST_SET_BYTES
}

/// The most memory that building a set takes if all its tables stay.
pub(super) fn peak_bytes(set: &Catalogue) -> u64 {
    set.bytes() + set.tables().iter().map(build_bytes).max().unwrap_or(0)
}
