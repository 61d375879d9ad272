//! `taquin pdb remove`: files that are not wanted any more, good or bad.

use super::{Named, size, table_size};
use crate::args::PdbRemove;
use crate::failure::{Failure, Verdict};
use crate::ui::{self, Answers, FAINT, Ui};
use std::io::Write;
use std::path::{Path, PathBuf};
use taquin::pdb::Store;

pub(crate) fn run(arguments: &PdbRemove, ui: &Ui) -> Result<Verdict, Failure> {
    let store = arguments.cache.store()?;
    let files = files(&store, arguments)?;
    if files.is_empty() {
        ui.note(format_args!("nothing to remove in {}", store.directory().display()));
    }
    let mut out = Answers::new();
    let mut all = 0;
    for file in &files {
        let bytes = bytes(&store, file);
        store.remove(file).map_err(Failure::new)?;
        all += bytes;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        writeln!(out, "{name}  removed  {FAINT}{}{FAINT:#}", size(bytes))?;
    }
    if files.len() > 1 {
        writeln!(out, "{FAINT}{} removed, {}{FAINT:#}", ui::count(files.len() as u64, "table"), size(all))?;
    }
    out.flush()?;
    Ok(Verdict::Answered)
}

/// What goes. All names are looked up before anything does.
fn files(store: &Store, arguments: &PdbRemove) -> Result<Vec<PathBuf>, Failure> {
    if arguments.all {
        return Ok(store.list().map_err(Failure::new)?.into_iter().map(|file| file.path).collect());
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for name in &arguments.names {
        if name == "all" {
            return Err(Failure::new("all: no such table; `taquin pdb remove --all` removes all there are"));
        }
        // Two sets may share a table.
        for file in Named::find(store, name)?.files(store)? {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    Ok(files)
}

fn bytes(store: &Store, file: &Path) -> u64 {
    let bytes = std::fs::metadata(file).map_or(0, |metadata| metadata.len());
    table_size(&taquin::pdb::Listed { path: file.into(), bytes, content: store.header(file) })
}
