//! `taquin pdb list`: the files of the cache directory, good and bad.

use super::{size, table_size};
use crate::args::PdbList;
use crate::failure::{Failure, Verdict};
use crate::report::{self, TableReport};
use crate::ui::{Answers, BAD, FAINT, STRONG, Ui};
use std::io::Write;
use taquin::pdb::Listed;

pub(crate) fn run(arguments: &PdbList, ui: &Ui) -> Result<Verdict, Failure> {
    let store = arguments.cache.store()?;
    let listed = store.list().map_err(Failure::new)?;
    let mut out = Answers::new();
    if arguments.json {
        for file in &listed {
            report::write_line(&mut out, &TableReport::new(file))?;
        }
    } else if listed.is_empty() {
        ui.note(format_args!("no tables in {}", store.directory().display()));
    } else {
        table(&mut out, &listed)?;
        let bytes: u64 = listed.iter().map(table_size).sum();
        let directory = store.directory().display();
        writeln!(out, "{STRONG}{}{STRONG:#} {FAINT}in {directory}{FAINT:#}", size(bytes))?;
    }
    out.flush()?;
    let is_bad = |file: &Listed| file.content.is_err();
    Ok(if listed.iter().any(is_bad) { Verdict::No } else { Verdict::Answered })
}

fn table(out: &mut Answers, listed: &[Listed]) -> Result<(), Failure> {
    let name = |file: &Listed| match &file.content {
        Ok(header) => header.name(),
        Err(_) => file.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let width = listed.iter().map(|file| name(file).chars().count()).max().unwrap_or(0);
    writeln!(out, "{FAINT}{:width$}  {:>9}  deepest{FAINT:#}", "table", "size")?;
    for file in listed {
        write!(out, "{:width$}  {:>9}  ", name(file), size(table_size(file)))?;
        match &file.content {
            Ok(header) => writeln!(out, "{:>7}", header.histogram.len().saturating_sub(1))?,
            Err(error) => writeln!(out, "{BAD}{}{BAD:#}", error.fault())?,
        }
    }
    Ok(())
}
