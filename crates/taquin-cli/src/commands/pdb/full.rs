//! `full`: the table of all boards of a small shape, built and verified. It is no set of patterns, but kept
//! beside their tables.

use super::build::{self, Needs, may_begin, unless_damaged};
use super::{size, verify};
use crate::args::{PdbBuild, PdbVerify};
use crate::commands::threads;
use crate::failure::{Failure, Verdict};
use crate::ui::{self, Answers, FAINT, GOOD, Ui};
use crate::{input, interrupt};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;
use taquin::exact::{DistanceTable, Fault};
use taquin::pdb::{Pattern, Store};
use taquin::search::Cancel;
use taquin::{Cell, Shape};

/// What it is called where sets have a name.
pub(super) const NAME: &str = "full";

pub(super) fn check_shape(shape: Shape) -> Result<(), Failure> {
    if DistanceTable::fits(shape) {
        return Ok(());
    }
    let patterns = match Pattern::has_patterns(shape) {
        true => format!("; `taquin pdb build {shape}` builds pattern databases"),
        false => String::new(),
    };
    let why = format!(
        "no table of all boards is made for {shape}: only for boxes of up to 12 cells, with two sides above 1{patterns}"
    );
    Err(input::failure_of_shape(why, shape))
}

/// The name of a table as `list` has it.
pub(super) fn name(store: &Store, shape: Shape, blank: Cell) -> String {
    let path = store.path_of_all(shape, blank);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_string()
}

pub(super) fn build(arguments: &PdbBuild, ui: &Ui) -> Result<Verdict, Failure> {
    let shape = arguments.shape;
    check_shape(shape)?;
    let blank = input::goal_board(&arguments.goal, Some(shape), shape)?.blank();
    let store = arguments.cache.store()?;
    let name = name(&store, shape, blank);
    let mut out = Answers::new();
    if unless_damaged(store.find_all(shape, blank), ui)?.is_some() {
        writeln!(out, "{name}  there already")?;
        out.flush()?;
        return Ok(Verdict::Answered);
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let threads = threads(arguments.threads);
    let bytes = DistanceTable::entry_bytes(shape);
    let needs = Needs { set: NAME, tables: 1, bytes, memory: DistanceTable::build_bytes(shape, threads) };
    if !may_begin(arguments, &needs, &store, ui)? {
        return Ok(Verdict::No);
    }
    let started = Instant::now();
    let table = DistanceTable::build(shape, blank, threads, &mut watch(&name, shape, &cancel, ui));
    ui.finish();
    let Some(table) = table else {
        ui.note(build::STOPPED);
        return Ok(Verdict::No);
    };
    store.save_all(&table).map_err(Failure::new)?;
    let (bytes, time) = (size(bytes), ui::time(started.elapsed()));
    writeln!(out, "{name}  {GOOD}built{GOOD:#}  {FAINT}{bytes} in {time}{FAINT:#}")?;
    out.flush()?;
    Ok(Verdict::Answered)
}

/// What was proved of a file whose checksums are right, or what is wrong.
pub(super) fn check(
    store: &Store,
    file: &Path,
    arguments: &PdbVerify,
    cancel: &Cancel,
    ui: &Ui,
) -> Result<&'static str, String> {
    let table = store.all_at(file).map_err(|error| error.fault().to_string())?;
    let table = table.ok_or("it has just been removed")?;
    let (shape, threads) = (table.shape(), threads(arguments.threads));
    verify::within(DistanceTable::build_bytes(shape, threads), arguments)?;
    let name = name(store, shape, table.blank());
    match table.verify(threads, &mut watch(&name, shape, cancel, ui)) {
        Ok(()) => Ok(verify::EVERYTHING),
        Err(Fault::Stopped) => Err(verify::STOPPED.into()),
        Err(fault) => Err(verify::wrong_table(fault)),
    }
}

/// Shows how far it has come, and stops when told to.
fn watch<'a>(
    name: &'a str,
    shape: Shape,
    cancel: &'a Cancel,
    ui: &'a Ui,
) -> impl FnMut(u32, u64) -> ControlFlow<()> + 'a {
    // A bit for each board, and a few that no board has.
    let all = DistanceTable::entry_bytes(shape) * 8;
    let (started, mut seen) = (Instant::now(), 0);
    move |distance, boards| {
        seen += boards;
        ui.progress(|| {
            let text = format!("{name} · distance {distance}");
            ui.share_line(seen as f64 / all as f64, started.elapsed(), &text)
        });
        if cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
