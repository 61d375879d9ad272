//! `taquin pdb remove`: files that are not wanted any more, good or bad.

use super::{Named, size};
use crate::args::PdbRemove;
use crate::failure::{Failure, Verdict};
use crate::ui::{Answers, FAINT};
use std::io::Write;

pub(crate) fn run(arguments: &PdbRemove) -> Result<Verdict, Failure> {
    let store = arguments.cache.store()?;
    let mut files = Vec::new();
    for name in &arguments.names {
        // All names are looked up before anything goes.
        files.extend(Named::find(&store, name)?.files(&store));
    }
    let mut out = Answers::new();
    for file in files {
        let bytes = std::fs::metadata(&file).map_or(0, |metadata| metadata.len());
        store.remove(&file).map_err(Failure::new)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        writeln!(out, "{name}  removed  {FAINT}{}{FAINT:#}", size(bytes))?;
    }
    out.flush()?;
    Ok(Verdict::Answered)
}
