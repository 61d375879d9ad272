//! `taquin pdb verify`: checksums computed anew, then every rule for every entry.

use super::{Named, full, size};
use crate::args::PdbVerify;
use crate::commands::threads;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::ui::{self, Answers, BAD, FAINT, GOOD, Ui};
use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;
use taquin::pdb::{FileHeader, FileKind, Store, Wrong, verify, verify_bytes};
use taquin::search::Cancel;

/// What has been looked at when all is right.
pub(super) const EVERYTHING: &str = "checksums, every entry and the histogram";
/// The same of a file that says which slides raise the distances of a table.
const RISES: &str = "checksums, and every entry as its table has it";
pub(super) const STOPPED: &str = "stopped by Ctrl-C";

pub(crate) fn run(arguments: &PdbVerify, ui: &Ui) -> Result<Verdict, Failure> {
    let store = arguments.cache.store()?;
    let files = files(&store, arguments)?;
    if files.is_empty() {
        ui.note(format_args!("no tables in {}", store.directory().display()));
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let mut out = Answers::new();
    let mut verdict = Verdict::Answered;
    for file in &files {
        let started = Instant::now();
        let found = check(&store, file, arguments, &cancel, ui);
        ui.above_progress(|| -> Result<(), Failure> {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            match &found {
                Ok(what) => {
                    let time = ui::time(started.elapsed());
                    writeln!(out, "{name}  {GOOD}right{GOOD:#}  {FAINT}{what}, {time}{FAINT:#}")?;
                }
                Err(why) => writeln!(out, "{name}  {BAD}{why}{BAD:#}")?,
            }
            Ok(out.flush()?)
        })?;
        if found.is_err() {
            verdict = Verdict::No;
        }
        if cancel.is_cancelled() {
            break;
        }
    }
    ui.finish();
    if cancel.is_cancelled() && files.len() > 1 {
        ui.note("what is right need not be verified again: name the others, as taquin pdb verify NAME NAME");
    }
    Ok(verdict)
}

/// The files that were named, else all.
fn files(store: &Store, arguments: &PdbVerify) -> Result<Vec<PathBuf>, Failure> {
    if arguments.names.is_empty() {
        return Ok(store.list().map_err(Failure::new)?.into_iter().map(|file| file.path).collect());
    }
    let mut files = Vec::new();
    for name in &arguments.names {
        files.extend(Named::find(store, name)?.files(store)?);
    }
    Ok(files)
}

/// What was proved of a file, or what is wrong.
fn check(
    store: &Store,
    file: &Path,
    arguments: &PdbVerify,
    cancel: &Cancel,
    ui: &Ui,
) -> Result<&'static str, String> {
    let header = store.check(file).map_err(|error| error.fault().to_string())?;
    if header.kind == FileKind::AllBoards {
        return full::check(store, file, arguments, cancel, ui);
    }
    if header.kind == FileKind::Rises {
        return check_rises(store, file, &header, arguments);
    }
    let table = store.table_at(file).map_err(|error| error.fault().to_string())?;
    let table = table.ok_or("it has just been removed")?;
    let memory = verify_bytes(&table);
    within(memory, arguments)?;
    let started = Instant::now();
    let name = header.name();
    let proved = verify(&table, threads(arguments.threads), &mut |share| {
        ui.progress(|| ui.share_line(share, started.elapsed(), &name));
        if cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match proved {
        Ok(()) => Ok(EVERYTHING),
        Err(Wrong::Stopped) => Err(STOPPED.into()),
        Err(wrong) => Err(wrong_table(wrong)),
    }
}

/// The same of a file that says which slides raise a table's distances: what the table says, found out anew.
fn check_rises(
    store: &Store,
    file: &Path,
    header: &FileHeader,
    arguments: &PdbVerify,
) -> Result<&'static str, String> {
    let of_table = FileHeader { kind: FileKind::Pattern, ..header.clone() };
    let table = store.table_at(&file.with_file_name(of_table.file_name()));
    let table = table.map_err(|error| error.fault().to_string())?;
    let table = table.ok_or("not verified: the table that it was made of is not there")?;
    if table.lacks_rises() {
        return Err(wrong_table("it cannot be used with its table"));
    }
    within(header.bytes, arguments)?;
    match table.rises_are_right(threads(arguments.threads)) {
        Ok(true) => Ok(RISES),
        Ok(false) => Err(wrong_table("it does not say what its table says")),
        Err(error) => Err(format!("not verified: {error}")),
    }
}

/// Whether memory allows it.
pub(super) fn within(memory: u64, arguments: &PdbVerify) -> Result<(), String> {
    match arguments.memory_limit.filter(|&limit| memory > limit) {
        None => Ok(()),
        Some(limit) => Err(format!(
            "not verified: it takes {} of memory, above --memory-limit {}",
            size(memory),
            size(limit)
        )),
    }
}

pub(super) fn wrong_table(wrong: impl Display) -> String {
    format!("wrong: {wrong}; remove it and build the table again")
}
