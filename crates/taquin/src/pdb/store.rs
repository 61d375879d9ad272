//! A directory of tables, each in a file of its own.

use super::build::{BuildError, Progress, build};
use super::file::{self, Check, ENDING, FileHeader, FileKind, Opened, file_name, rises_name};
use super::file_error::{Fault, FileError};
use super::pattern::Pattern;
use super::rises::Rises;
use super::table::Table;
use super::tables_error::TablesError;
use crate::exact::DistanceTable;
use crate::shape::{Cell, Shape};
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A directory with tables. It need not be there until something is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    directory: PathBuf,
}

/// A file of a store.
#[derive(Debug)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// What it holds, or why it cannot be used.
    pub content: Result<FileHeader, FileError>,
}

impl Store {
    /// The tables of a directory.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Store {
        Store { directory: directory.into() }
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where the table of this name is, or would be.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.directory.join(file_name(name))
    }

    /// Whether there is a file for a pattern, good or bad. The pattern must be
    /// [canonical](Pattern::canonical), as for everything here.
    pub fn has(&self, pattern: &Pattern) -> bool {
        self.path_of(&pattern.to_string()).exists()
    }

    /// The table of a pattern; `None` if there is no file. The file is checked as it is opened, but for the entries of
    /// large tables that have been checked a short time ago ([`Table::recheck`]).
    pub fn find(&self, pattern: &Pattern) -> Result<Option<Table>, FileError> {
        self.table_at(&self.path_of(&pattern.to_string()))
    }

    /// Where the entries are, or would be, that say which slides raise the distances of a pattern's table.
    pub fn path_of_rises(&self, pattern: &Pattern) -> PathBuf {
        self.path_of(&rises_name(&pattern.to_string()))
    }

    /// The table of a pattern: found, or else built by so many threads and kept for the next time. A file that is
    /// [damaged](Fault::is_damage) is replaced; one that cannot be used for another reason is left alone. `watch` is
    /// called after every level of a table that is built and may break off, and then nothing is written.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use taquin::pdb::{Catalogue, Store};
    /// use taquin::{Board, Shape};
    ///
    /// # let directory = tempfile::tempdir()?;
    /// # let directory = directory.path();
    /// let store = Store::in_directory(directory);
    /// let goal = Board::goal(Shape::PUZZLE_8);
    /// for pattern in Catalogue::named(goal.shape(), goal.blank(), "4-4")?.tables() {
    ///     store.find_or_build(&pattern, 2, &mut |progress| {
    ///         println!("{pattern}: distance {}", progress.distance);
    ///         ControlFlow::Continue(())
    ///     })?;
    ///     assert!(store.has(&pattern));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be used and is not merely damaged, the table cannot be written, memory does not suffice, or
    /// `watch` broke off.
    ///
    /// # Panics
    /// If the pattern is not canonical.
    pub fn find_or_build(
        &self,
        pattern: &Pattern,
        threads: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Table, TablesError> {
        match self.find(pattern) {
            Ok(Some(table)) => return Ok(table),
            Err(error) if !error.fault().is_damage() => return Err(error.into()),
            Ok(None) | Err(_) => {}
        }
        // That nothing can be written is known before a long build.
        self.prepare()?;
        let table = build(pattern, threads, watch)?.with_rises(threads);
        self.save(&table)?;
        Ok(table)
    }

    /// Finds out which slides raise the distances of a table that is kept, and keeps that.
    ///
    /// # Errors
    /// If it cannot be written, or memory does not suffice.
    pub fn add_rises(&self, table: Table, threads: usize) -> Result<Table, TablesError> {
        let table = table.with_rises(threads);
        if table.lacks_rises() {
            return Err(BuildError::Memory(ErrorKind::OutOfMemory.into()).into());
        }
        self.prepare()?;
        self.save_rises(&table)?;
        Ok(table)
    }

    /// The table in a file; `None` if there is no file. A search does without what says which slides raise its distances, if that is
    /// not there or cannot be used.
    pub fn table_at(&self, path: &Path) -> Result<Option<Table>, FileError> {
        let Some(opened) = file::open(path, Check::USUAL)? else { return Ok(None) };
        let table = table(opened).map_err(|fault| FileError::new(path, fault))?;
        let rises = path.with_file_name(file_name(&rises_name(&table.pattern().to_string())));
        Ok(Some(match rises_at(&rises, table.pattern()) {
            Ok(Some(known)) => table.with_known_rises(known),
            Ok(None) | Err(_) => table,
        }))
    }

    /// The file that says which slides raise the distances of the table in another one, if it is there.
    pub fn companion_of(&self, path: &Path) -> Option<PathBuf> {
        let table = path.file_name()?.to_str()?.strip_suffix(&file_name(""))?;
        Some(path.with_file_name(file_name(&rises_name(table)))).filter(|companion| companion.exists())
    }

    /// Keeps a table, and what it says of slides.
    ///
    /// # Panics
    /// If its pattern is not canonical.
    pub fn save(&self, table: &Table) -> Result<(), FileError> {
        assert_eq!(table.pattern().canonical().0, *table.pattern(), "tables are kept for canonical patterns");
        self.prepare()?;
        // First: where the table is, the rest is.
        self.save_rises(table)?;
        file::write(&self.directory, &header_of(table, FileKind::Pattern), table.entries())
    }

    fn save_rises(&self, table: &Table) -> Result<(), FileError> {
        let write =
            |rises: &Rises| file::write(&self.directory, &header_of(table, FileKind::Rises), &rises.entries);
        table.rises().map_or(Ok(()), write)
    }

    /// Where the table of all boards is, or would be, that serves goals with the blank in a cell.
    pub fn path_of_all(&self, shape: Shape, blank: Cell) -> PathBuf {
        self.path_of(&DistanceTable::name_of(shape, DistanceTable::blank_for(shape, blank)))
    }

    /// The table of all boards that serves goals with the blank in a cell; `None` if there is no file.
    pub fn find_all(&self, shape: Shape, blank: Cell) -> Result<Option<DistanceTable>, FileError> {
        self.all_at(&self.path_of_all(shape, blank))
    }

    /// The table of all boards in a file; `None` if there is no file.
    pub fn all_at(&self, path: &Path) -> Result<Option<DistanceTable>, FileError> {
        let Some(opened) = file::open(path, Check::USUAL)? else { return Ok(None) };
        all(opened).map(Some).map_err(|fault| FileError::new(path, fault))
    }

    /// Keeps a table of all boards.
    pub fn save_all(&self, table: &DistanceTable) -> Result<(), FileError> {
        let header = FileHeader {
            kind: FileKind::AllBoards,
            shape: table.shape(),
            blank: table.blank(),
            tiles: Vec::new(),
            histogram: table.histogram().to_vec(),
            bytes: 0,
            checksum: 0,
        };
        self.prepare()?;
        file::write(&self.directory, &header, table.entries())
    }

    /// Makes sure that tables can be saved: makes the directory, tries to write to it, and removes what
    /// writers left behind that were killed. Worth asking before a long build.
    pub fn prepare(&self) -> Result<(), FileError> {
        file::prepare(&self.directory)?;
        file::tidy(&self.directory);
        Ok(())
    }

    /// All files, ordered by name, each as it looks when it is opened. What is no regular file is none of ours.
    pub fn list(&self) -> Result<Vec<Listed>, FileError> {
        file::tidy(&self.directory);
        let failed = |error| FileError::new(&self.directory, Fault::Read(error));
        let files = match fs::read_dir(&self.directory) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut listed = Vec::new();
        for file in files {
            let path = file.map_err(failed)?.path();
            if path.to_string_lossy().ends_with(ENDING) {
                let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
                listed.push(Listed { content: self.header(&path), path, bytes });
            }
        }
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(listed)
    }

    /// What a file holds.
    pub fn header(&self, path: &Path) -> Result<FileHeader, FileError> {
        header(path, Check::USUAL)
    }

    /// The same, with all checksums computed anew.
    pub fn check(&self, path: &Path) -> Result<FileHeader, FileError> {
        header(path, Check::ALL)
    }

    /// Removes a file. Programs that have its table in use go on with it.
    pub fn remove(&self, path: &Path) -> Result<(), FileError> {
        fs::remove_file(path).map_err(|error| FileError::new(path, Fault::Remove(error)))?;
        // It is small, and never read again.
        let _ = fs::remove_file(file::stamp_path(path));
        Ok(())
    }
}

fn header(path: &Path, check: Check) -> Result<FileHeader, FileError> {
    match file::open(path, check)? {
        Some(opened) => Ok(opened.header),
        None => Err(FileError::new(path, Fault::Read(ErrorKind::NotFound.into()))),
    }
}

/// What a file says about a table; how large it is and its checksum are not known yet.
fn header_of(table: &Table, kind: FileKind) -> FileHeader {
    let pattern = table.pattern();
    FileHeader {
        kind,
        shape: pattern.shape(),
        blank: pattern.blank(),
        tiles: pattern.tiles().to_vec(),
        histogram: table.histogram().to_vec(),
        bytes: 0,
        checksum: 0,
    }
}

/// The table of a pattern that a file holds.
fn table(opened: Opened) -> Result<Table, Fault> {
    let Opened { header, entries } = opened;
    let pattern = header.pattern().filter(|_| header.kind == FileKind::Pattern).ok_or(Fault::Kind)?;
    // The name has been compared with the header, so a pattern that is written differently would be
    // found under a name that is not its own.
    if pattern.to_string() != header.name() || Table::bytes_of(&pattern) != header.bytes {
        return Err(Fault::Header);
    }
    Ok(Table::new(pattern, entries, header.histogram))
}

/// What a file says of the slides of a pattern; `None` if there is no file.
fn rises_at(path: &Path, pattern: &Pattern) -> Result<Option<Rises>, FileError> {
    let Some(opened) = file::open(path, Check::USUAL)? else { return Ok(None) };
    known_rises(opened, pattern).map(Some).map_err(|fault| FileError::new(path, fault))
}

fn known_rises(opened: Opened, pattern: &Pattern) -> Result<Rises, Fault> {
    let Opened { header, entries } = opened;
    if header.kind != FileKind::Rises || header.pattern().as_ref() != Some(pattern) {
        return Err(Fault::Kind);
    }
    if header.bytes != Rises::bytes_of(pattern) { Err(Fault::Header) } else { Ok(Rises::trusted(entries)) }
}

/// The table of all boards that a file holds.
fn all(opened: Opened) -> Result<DistanceTable, Fault> {
    let Opened { header, entries } = opened;
    if header.kind != FileKind::AllBoards {
        return Err(Fault::Kind);
    }
    DistanceTable::from_file(header.shape, header.blank, header.histogram, entries).map_err(|_| Fault::Header)
}
