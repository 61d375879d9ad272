//! `taquin pdb info`: what a table or a set of them is about, and which sets a shape has.

use super::{Named, size};
use crate::args::PdbInfo;
use crate::commands::census::plot::draw_levels;
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
    if let Some(path) = &arguments.plot {
        crate::plot::check(path)?;
    }
    let store = arguments.cache.store()?;
    let mut out = Answers::new();
    let verdict = match Named::find(&store, &arguments.name)? {
        Named::Shape(shape) if arguments.plot.is_none() => sets(&mut out, &store, shape)?,
        Named::Set(shape, catalogue) if arguments.plot.is_none() => set(&mut out, &store, shape, &catalogue)?,
        Named::Full(shape) if arguments.plot.is_none() => full(&mut out, &store, shape)?,
        Named::File(path) => {
            let header = store.header(&path).map_err(Failure::new)?;
            file(&mut out, &path, &header)?;
            if let Some(plot) = &arguments.plot {
                let title = format!("{}: how many entries are at each distance", header.name());
                draw_levels(plot, title, &header.histogram, "entries")?;
            }
            Verdict::Answered
        }
        _ => return Err(Failure::new("--plot draws one table: name it as `taquin pdb list` does")),
    };
    out.flush()?;
    Ok(verdict)
}

/// The sets of a shape, the best first.
fn sets(out: &mut Answers, store: &Store, shape: Shape) -> Result<Verdict, Failure> {
    let names = Catalogue::names(shape);
    let mut sets = Vec::new();
    for name in &names {
        sets.push(Catalogue::named(shape, Cell::FIRST, name).map_err(Failure::new)?);
    }
    if sets.is_empty() {
        sets.extend(Catalogue::default_on_disk(shape, Cell::FIRST));
    }
    if sets.is_empty() && !DistanceTable::fits(shape) {
        return Err(Failure::new(format_args!(
            "{shape} has no pattern databases: they are made for boards of 6 to 32 cells with two sides above 1"
        )));
    }
    writeln!(out, "{STRONG}{shape}{STRONG:#}, sets that `taquin pdb build {shape} NAME` builds")?;
    let all_boards = super::full::NAME;
    let width = sets.iter().map(|set| set.name().len()).max().unwrap_or(0).max(all_boards.len());
    writeln!(out, "{FAINT}{:width$}  tables  {:>9}  {:>9}{FAINT:#}", "name", "size", "memory")?;
    let mut row = |name: &str, tables: usize, there: usize, bytes: u64, memory: u64| -> Result<(), Failure> {
        let (bytes, memory) = (size(bytes), size(memory));
        write!(out, "{name:width$}  {tables:>6}  {bytes:>9}  {memory:>9}  ")?;
        match there {
            0 => writeln!(out, "{FAINT}not built{FAINT:#}")?,
            _ if there == tables => writeln!(out, "{GOOD}built{GOOD:#}")?,
            _ => writeln!(out, "{there} of {tables} built")?,
        }
        Ok(())
    };
    for set in &sets {
        let tables = set.tables();
        let there = tables.iter().filter(|pattern| store.has(pattern)).count();
        row(set.name(), tables.len(), there, set.disk_bytes(), set.build_bytes())?;
    }
    if DistanceTable::fits(shape) {
        let there = store.path_of_all(shape, Cell::FIRST).exists();
        let memory = DistanceTable::build_bytes(shape, threads(None));
        row(all_boards, 1, usize::from(there), DistanceTable::entry_bytes(shape), memory)?;
    }
    if let Some(first) = sets.first() {
        writeln!(
            out,
            "{FAINT}`taquin pdb info {shape}:{}` shows its patterns; memory is what building takes{FAINT:#}",
            first.name()
        )?;
    }
    Ok(Verdict::Answered)
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
        let bytes = size(Table::disk_bytes_of(&pattern));
        write!(out, "{pattern}  {bytes}  ")?;
        match store.find(&pattern) {
            Ok(Some(table)) if table.lacks_rises() => {
                writeln!(
                    out,
                    "{GOOD}there{GOOD:#}, {FAINT}without its companion: searches are slower; `taquin pdb build` adds it{FAINT:#}"
                )?;
            }
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
        "{FAINT}{} on disk; building them takes {} of memory{FAINT:#}",
        size(catalogue.disk_bytes()),
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

fn file(out: &mut Answers, path: &Path, header: &FileHeader) -> Result<(), Failure> {
    let FileHeader { shape, blank, bytes, checksum, histogram, .. } = header;
    writeln!(out, "{STRONG}{}{STRONG:#}", header.name())?;
    writeln!(out, "file      {}", path.display())?;
    if let Some(pattern) = header.pattern() {
        writeln!(out, "pattern   {}", drawn_pattern(&pattern))?;
    }
    let place = match header.kind {
        FileKind::Pattern | FileKind::Rises => "the region of",
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
    Ok(())
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
