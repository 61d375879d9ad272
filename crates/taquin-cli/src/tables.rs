//! Heuristics with all tables they need, each table read or built once in the life of the program.
//!
//! | file | idea |
//! |---|---|
//! | `choice.rs` | which set of patterns is meant, and whether it has to be built |
//! | `distances.rs` | exact distances where they are at hand |
//! | `kept.rs` | the heuristics made last |
//! | `staged.rs` | a search that asks for tables only when the board turns out to be hard |
//! | `advice.rs` | what a person is told to build, and what that takes |

mod advice;
mod choice;
mod distances;
mod kept;
mod staged;

pub(crate) use staged::{Prepared, Searched};

use crate::args::CacheArguments;
use crate::failure::Failure;
use kept::Kept;
use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use taquin::exact::DistanceTable;
use taquin::heuristic::{AnyHeuristic, ExactDistance, HeuristicName, Maximum, PatternDatabases};
use taquin::pdb::{BuildError, Catalogue, MOST_IN_MEMORY, Pattern, Store, Table, build};
use taquin::search::{Cancel, StopReason};
use taquin::{Board, Cell, Shape};

/// Where heuristics come from.
pub(crate) struct Tables {
    /// Tables on disk; nothing if the system knows no directory for them.
    store: Option<Store>,
    /// Threads to build with.
    threads: usize,
    kept: Kept,
    /// The tables in use. Whoever needs one that is being built waits for it here.
    patterns: Mutex<HashMap<Pattern, Weak<Table>>>,
    exact: Mutex<HashMap<(Shape, Cell), Weak<DistanceTable>>>,
}

/// A heuristic for a goal.
#[derive(Clone)]
pub(crate) struct Made {
    /// Its full name: for `pdb` the name of the set that was at hand.
    pub(crate) name: HeuristicName,
    pub(crate) heuristic: Arc<AnyHeuristic>,
}

/// Why there is no heuristic.
enum Trouble {
    Stopped(StopReason),
    Failed(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Failed(failure)
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Stopped(_) => Failure::Stopped("stopped by Ctrl-C while tables were built".into()),
            Trouble::Failed(failure) => failure,
        }
    }
}

/// Asked now and then while tables are built: whether to give up, and why.
type Stop<'a> = &'a dyn Fn() -> Option<StopReason>;

impl Tables {
    pub(crate) fn new(cache: &CacheArguments, threads: usize) -> Tables {
        Tables {
            store: cache.store().ok(),
            threads,
            kept: Kept::default(),
            patterns: Mutex::default(),
            exact: Mutex::default(),
        }
    }

    /// The heuristic of this name for a goal. A set of patterns that is neither on disk nor quickly built
    /// is a failure that says how to build it, and so is a file that cannot be used.
    pub(crate) fn heuristic(
        &self,
        name: &HeuristicName,
        goal: &Board,
        cancel: &Cancel,
    ) -> Result<Made, Failure> {
        let stop = || cancel.is_cancelled().then_some(StopReason::Cancelled);
        Ok(self.made(name, goal, &stop)?)
    }

    fn made(&self, name: &HeuristicName, goal: &Board, stop: Stop<'_>) -> Result<Made, Trouble> {
        if let Some(made) = self.kept.find(name, goal) {
            return Ok(made);
        }
        let made = self.make(name, goal, stop)?;
        self.kept.keep(name, goal, &made);
        Ok(made)
    }

    fn make(&self, name: &HeuristicName, goal: &Board, stop: Stop<'_>) -> Result<Made, Trouble> {
        let made = |heuristic| Made { name: name.clone(), heuristic: Arc::new(heuristic) };
        match name {
            HeuristicName::Full => Ok(made(self.exact(goal, stop)?)),
            HeuristicName::Pdb(set) => match self.choose(set.as_deref(), goal)? {
                choice::Choice::Exact => self.make(&HeuristicName::Full, goal, stop),
                choice::Choice::Set(set) => self.databases(&set, goal, stop),
                choice::Choice::Nothing => Ok(made(without_tables(goal))),
            },
            HeuristicName::Max(parts) => {
                let parts = parts.iter().map(|part| self.made(part, goal, stop));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                let heuristics = parts.iter().map(|part| (*part.heuristic).clone()).collect();
                Ok(Made {
                    name: HeuristicName::Max(parts.into_iter().map(|part| part.name).collect()),
                    heuristic: Arc::new(AnyHeuristic::Maximum(Maximum::new(heuristics))),
                })
            }
            simple => Ok(made(simple.build(goal))),
        }
    }

    fn databases(&self, set: &Catalogue, goal: &Board, stop: Stop<'_>) -> Result<Made, Trouble> {
        let table = &mut |pattern: &Pattern| self.table(pattern, stop);
        let databases = PatternDatabases::new(goal, set.partitions(), table)?;
        Ok(Made {
            name: HeuristicName::Pdb(Some(set.name().into())),
            heuristic: Arc::new(AnyHeuristic::Pdb(databases)),
        })
    }

    /// A table, from memory, else from the disk, else built.
    fn table(&self, pattern: &Pattern, stop: Stop<'_>) -> Result<Arc<Table>, Trouble> {
        let mut patterns = self.patterns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = patterns.get(pattern).and_then(Weak::upgrade) {
            return Ok(table);
        }
        let on_disk = match &self.store {
            Some(store) => store.find(pattern).map_err(Failure::new)?,
            None => None,
        };
        let table = match on_disk {
            Some(table) => table,
            None if Table::bytes_of(pattern) <= MOST_IN_MEMORY => self.build(pattern, stop)?,
            // It was there a moment ago.
            None => return Err(Failure::new(format_args!("{pattern}: the table has been removed")).into()),
        };
        let table = Arc::new(table);
        patterns.insert(pattern.clone(), Arc::downgrade(&table));
        Ok(table)
    }

    fn build(&self, pattern: &Pattern, stop: Stop<'_>) -> Result<Table, Trouble> {
        let mut reason = None;
        let watch = &mut |_| {
            reason = stop();
            if reason.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        build(pattern, self.threads, watch).map_err(|error| match (error, reason) {
            (BuildError::Stopped, Some(reason)) => Trouble::Stopped(reason),
            (error, _) => Trouble::Failed(Failure::new(error)),
        })
    }

    /// Exact distances; shapes that are too large for a table count as Manhattan.
    fn exact(&self, goal: &Board, stop: Stop<'_>) -> Result<AnyHeuristic, Trouble> {
        let shape = goal.shape();
        if !DistanceTable::fits(shape) {
            return Ok(AnyHeuristic::Exact(ExactDistance::new(goal)));
        }
        let key = (shape, DistanceTable::blank_for(shape, goal.blank()));
        let mut exact = self.exact.lock().unwrap_or_else(PoisonError::into_inner);
        let table = match exact.get(&key).and_then(Weak::upgrade) {
            Some(table) => table,
            None => Arc::new(match self.exact_on_disk(goal)? {
                Some(table) => table,
                None => self.build_exact(shape, goal.blank(), stop)?,
            }),
        };
        exact.insert(key, Arc::downgrade(&table));
        let heuristic = ExactDistance::with_table(goal, table).expect("the table is for this goal's blank");
        Ok(AnyHeuristic::Exact(heuristic))
    }

    fn exact_on_disk(&self, goal: &Board) -> Result<Option<DistanceTable>, Failure> {
        let find = |store: &Store| store.find_all(goal.shape(), goal.blank()).map_err(Failure::new);
        self.store.as_ref().map_or(Ok(None), find)
    }

    fn build_exact(&self, shape: Shape, blank: Cell, stop: Stop<'_>) -> Result<DistanceTable, Trouble> {
        let mut reason = None;
        let watch = &mut |_, _| {
            reason = stop();
            if reason.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let table = DistanceTable::build(shape, blank, self.threads, watch);
        table.ok_or(Trouble::Stopped(reason.unwrap_or(StopReason::Cancelled)))
    }
}

/// What `pdb` means where there are no patterns.
fn without_tables(goal: &Board) -> AnyHeuristic {
    match PatternDatabases::new::<Infallible>(goal, &[], &mut |_| unreachable!("there are no patterns")) {
        Ok(databases) => AnyHeuristic::Pdb(databases),
        Err(never) => match never {},
    }
}
