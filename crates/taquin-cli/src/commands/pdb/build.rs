//! `taquin pdb build`: says what it is going to take, builds what is not there or damaged, and keeps it.

use super::{full, size};
use crate::args::PdbBuild;
use crate::commands::threads;
use crate::failure::{Failure, Verdict};
use crate::ui::{self, Answers, FAINT, GOOD, Ui};
use crate::{input, interrupt};
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;
use taquin::pdb::{BuildError, Catalogue, FileError, Pattern, Store, Table, TablesError, build_bytes};
use taquin::search::Cancel;

/// What is said when a build is stopped.
pub(super) const STOPPED: &str =
    "stopped by Ctrl-C: nothing half is left, and the same command goes on from here";

pub(crate) fn run(arguments: &PdbBuild, ui: &Ui) -> Result<Verdict, Failure> {
    if arguments.name.as_deref() == Some(full::NAME) {
        return full::build(arguments, ui);
    }
    let shape = arguments.shape;
    let goal = input::goal_board(&arguments.goal, Some(shape), shape)?;
    let catalogue = match &arguments.name {
        Some(name) => Catalogue::named(shape, goal.blank(), name),
        None => Catalogue::default_on_disk(shape, goal.blank()),
    };
    let catalogue = catalogue.map_err(|error| input::failure_of_shape(error, shape))?;
    let store = arguments.cache.store()?;
    let mut out = Answers::new();
    let mut missing = Vec::new();
    for pattern in catalogue.tables() {
        match unless_damaged(store.find(&pattern), ui)? {
            Some(table) if table.lacks_rises() => missing.push(Missing { pattern, table: Some(table) }),
            Some(_) => writeln!(out, "{pattern}  there already")?,
            None => missing.push(Missing { pattern, table: None }),
        }
    }
    out.flush()?;
    if missing.is_empty() {
        return Ok(Verdict::Answered);
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let needs = Needs {
        set: catalogue.name(),
        tables: missing.len(),
        bytes: missing.iter().map(Missing::bytes).sum(),
        memory: missing.iter().map(|missing| build_bytes(&missing.pattern)).max().unwrap_or(0),
    };
    if !may_begin(arguments, &needs, &store, ui)? {
        return Ok(Verdict::No);
    }
    let mut work = Work::new(&missing, threads(arguments.threads), &cancel, ui);
    for missing in missing {
        let (pattern, bytes) = (missing.pattern.clone(), size(missing.bytes()));
        let started = Instant::now();
        if !work.build(missing, &store)? {
            ui.finish();
            ui.note(STOPPED);
            return Ok(Verdict::No);
        }
        let time = ui::time(started.elapsed());
        ui.above_progress(|| -> Result<(), Failure> {
            writeln!(out, "{pattern}  {GOOD}built{GOOD:#}  {FAINT}{bytes} in {time}{FAINT:#}")?;
            Ok(out.flush()?)
        })?;
    }
    ui.finish();
    Ok(Verdict::Answered)
}

/// What is not there of a table.
struct Missing {
    pattern: Pattern,
    /// The table itself, if only that is missing which says which slides raise its distances.
    table: Option<Table>,
}

impl Missing {
    /// What it takes on disk.
    fn bytes(&self) -> u64 {
        let there = if self.table.is_some() { Table::bytes_of(&self.pattern) } else { 0 };
        Table::disk_bytes_of(&self.pattern) - there
    }
}

/// What is there. A damaged file counts as none: it is built again and replaced.
pub(super) fn unless_damaged<T>(found: Result<Option<T>, FileError>, ui: &Ui) -> Result<Option<T>, Failure> {
    match found {
        Err(error) if error.fault().is_damage() => {
            ui.note(format_args!(
                "{} is damaged or out of date and will be replaced",
                error.path().display()
            ));
            Ok(None)
        }
        found => found.map_err(Failure::new),
    }
}

/// What a build takes.
pub(super) struct Needs<'a> {
    /// The name of what is built.
    pub(super) set: &'a str,
    /// How many tables.
    pub(super) tables: usize,
    /// Room on the disk.
    pub(super) bytes: u64,
    pub(super) memory: u64,
}

/// Says what the build takes; whether memory and disk allow it.
pub(super) fn may_begin(
    arguments: &PdbBuild,
    needs: &Needs<'_>,
    store: &Store,
    ui: &Ui,
) -> Result<bool, Failure> {
    let Needs { set, tables, bytes, memory } = *needs;
    ui.note(format_args!(
        "{} {}: {} to build, {} in {}; this takes {} of memory",
        arguments.shape,
        set,
        ui::count(tables as u64, "table"),
        size(bytes),
        store.directory().display(),
        size(memory)
    ));
    if let Some(limit) = arguments.memory_limit.filter(|&limit| memory > limit) {
        let smaller = Catalogue::names(arguments.shape);
        ui.note(format_args!(
            "not built: it takes {}, above --memory-limit {}; sets of {} are {}, or give smaller sizes, e.g. \
             4-4-3",
            size(memory),
            size(limit),
            arguments.shape,
            if smaller.is_empty() { "none".into() } else { smaller.join(", ") }
        ));
        return Ok(false);
    }
    store.prepare().map_err(Failure::new)?;
    // Where the system does not tell, writing will.
    let free = fs4::available_space(store.directory()).unwrap_or(u64::MAX);
    if free < bytes {
        return Err(Failure::new(format_args!(
            "{}: {} are free, and the tables take {}; make room or name another directory with --cache-dir",
            store.directory().display(),
            size(free),
            size(bytes)
        )));
    }
    Ok(true)
}

/// The tables to build and how far it has come.
struct Work<'a> {
    threads: usize,
    cancel: &'a Cancel,
    ui: &'a Ui,
    started: Instant,
    /// Bytes of tables that are done, and of all.
    done: u64,
    total: u64,
}

impl<'a> Work<'a> {
    fn new(missing: &[Missing], threads: usize, cancel: &'a Cancel, ui: &'a Ui) -> Work<'a> {
        let total = missing.iter().map(Missing::bytes).sum();
        Work { threads, cancel, ui, started: Instant::now(), done: 0, total }
    }

    /// Builds one and keeps it; false if it was stopped.
    fn build(&mut self, missing: Missing, store: &Store) -> Result<bool, Failure> {
        if self.cancel.is_cancelled() {
            return Ok(false);
        }
        let bytes = missing.bytes();
        let Missing { pattern, table } = missing;
        let share_done = |share: f64| (self.done as f64 + share.min(1.0) * bytes as f64) / self.total as f64;
        let built = match table {
            Some(table) => {
                self.ui.progress(|| {
                    self.ui.share_line(share_done(0.0), self.started.elapsed(), &pattern.to_string())
                });
                store.add_rises(table, self.threads)
            }
            None => store.find_or_build(&pattern, self.threads, &mut |progress| {
                let share = share_done(progress.found as f64 / progress.expected.max(1) as f64);
                self.ui.progress(|| {
                    let text = format!("{pattern} · distance {}", progress.distance);
                    self.ui.share_line(share, self.started.elapsed(), &text)
                });
                if self.cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
        };
        self.done += bytes;
        match built {
            Ok(_) => Ok(true),
            Err(TablesError::Build(BuildError::Stopped)) => Ok(false),
            Err(error) => Err(Failure::new(error)),
        }
    }
}
