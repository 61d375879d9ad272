//! `taquin pdb info`: what a table or a set of them is about.

use super::{Named, size};
use crate::args::PdbInfo;
use crate::commands::threads;
use crate::failure::{Failure, Verdict};
use crate::ui::{Answers, BAD, FAINT, GOOD, STRONG};
use indicatif::HumanCount;
use std::io::Write;
use std::path::Path;
use taquin::exact::DistanceTable;
use taquin::pdb::{Catalogue, FileHeader, FileKind, Pattern, Store, Table};
use taquin::{Cell, Shape};

pub(crate) fn run(arguments: &PdbInfo) -> Result<Verdict, Failure> {
    let store = arguments.cache.store()?;
    let mut out = Answers::new();
    let verdict = match Named::find(&store, &arguments.name)? {
        Named::Set(shape, catalogue) => set(&mut out, &store, shape, &catalogue)?,
        Named::Full(shape) => full(&mut out, &store, shape)?,
        Named::File(path) => file(&mut out, &store, &path)?,
    };
    out.flush()?;
    Ok(verdict)
}

fn set(out: &mut Answers, store: &Store, shape: Shape, catalogue: &Catalogue) -> Result<Verdict, Failure> {
    writeln!(out, "{STRONG}{shape}:{}{STRONG:#}", catalogue.name())?;
    for partition in catalogue.partitions() {
        let drawn = drawing(shape, |cell| {
            let letter = partition.iter().zip('A'..).find(|(pattern, _)| pattern.tiles().contains(&cell));
            letter.map_or(if cell == Cell::FIRST { '.' } else { '-' }, |(_, letter)| letter)
        });
        writeln!(out, "  {drawn}")?;
    }
    let mut verdict = Verdict::Answered;
    for pattern in catalogue.tables() {
        let bytes = size(Table::bytes_of(&pattern));
        write!(out, "{pattern}  {bytes}  ")?;
        match store.find(&pattern) {
            Ok(Some(_)) => writeln!(out, "{GOOD}there{GOOD:#}")?,
            Ok(None) => writeln!(out, "{FAINT}not built{FAINT:#}")?,
            Err(error) => {
                verdict = Verdict::No;
                writeln!(out, "{BAD}{}{BAD:#}", error.fault())?;
            }
        }
    }
    writeln!(
        out,
        "{FAINT}{} of tables; building them takes {} of memory{FAINT:#}",
        size(catalogue.bytes()),
        size(catalogue.build_bytes())
    )?;
    Ok(verdict)
}

fn full(out: &mut Answers, store: &Store, shape: Shape) -> Result<Verdict, Failure> {
    let bytes = size(DistanceTable::entry_bytes(shape));
    writeln!(out, "{STRONG}{shape}:{}{STRONG:#}", super::full::NAME)?;
    writeln!(out, "  exact distances of all boards")?;
    write!(out, "{}  {bytes}  ", super::full::name(store, shape, Cell::FIRST))?;
    let mut verdict = Verdict::Answered;
    match store.find_all(shape, Cell::FIRST) {
        Ok(Some(_)) => writeln!(out, "{GOOD}there{GOOD:#}")?,
        Ok(None) => writeln!(out, "{FAINT}not built{FAINT:#}")?,
        Err(error) => {
            verdict = Verdict::No;
            writeln!(out, "{BAD}{}{BAD:#}", error.fault())?;
        }
    }
    let memory = size(DistanceTable::build_bytes(shape, threads(None)));
    writeln!(out, "{FAINT}building it takes {memory} of memory{FAINT:#}")?;
    Ok(verdict)
}

fn file(out: &mut Answers, store: &Store, path: &Path) -> Result<Verdict, Failure> {
    let header = store.header(path).map_err(Failure::new)?;
    let FileHeader { shape, blank, bytes, checksum, histogram, .. } = &header;
    writeln!(out, "{STRONG}{}{STRONG:#}", header.name())?;
    writeln!(out, "file      {}", path.display())?;
    if let Some(pattern) = header.pattern() {
        writeln!(out, "pattern   {}", drawn_pattern(&pattern))?;
    }
    let place = match header.kind {
        FileKind::Pattern => "the region of",
        FileKind::AllBoards => "a cell that looks like",
    };
    writeln!(out, "shape     {shape}, blank in {place} cell {blank}")?;
    writeln!(out, "entries   {}, checksum {checksum:08x}", size(*bytes))?;
    let total = histogram.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
    let weighted: f64 = histogram.iter().zip(0u32..).map(|(&count, d)| count as f64 * f64::from(d)).sum();
    let (deepest, mean) = (histogram.len().saturating_sub(1), weighted / total.max(1) as f64);
    writeln!(out, "distances 0 to {deepest}, mean {mean:.2}")?;
    for (distance, &count) in histogram.iter().enumerate() {
        writeln!(out, "{FAINT}{distance:>9}{FAINT:#} {:>15}", HumanCount(count).to_string())?;
    }
    Ok(Verdict::Answered)
}

fn drawn_pattern(pattern: &Pattern) -> String {
    drawing(pattern.shape(), |cell| if pattern.tiles().contains(&cell) { 'A' } else { '-' })
}

/// A character for each cell, rows and layers apart.
fn drawing(shape: Shape, of: impl Fn(Cell) -> char) -> String {
    let mut text = String::new();
    for cell in shape.all_cells() {
        let number = cell.index();
        if number > 0 && number % shape.width() == 0 {
            text.push('/');
        }
        if number > 0 && number % (shape.width() * shape.height()) == 0 {
            text.push('/');
        }
        text.push(of(cell));
    }
    text
}
