//! The file of a ledger: read with what can be saved of it, and written at its end.

use super::book::Book;
use super::bytes::{frame, frames};
use super::error::LedgerError;
use super::record::Record;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What every ledger begins with.
const MAGIC: &[u8; 16] = b"taquin ledger 1\n";

/// Written bytes are safe from a loss of power after about this long.
const SYNC_AFTER: Duration = Duration::from_secs(5);

/// What had to be dropped when a ledger was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Bytes at the end of the file that are no whole record: it was being written when the program was ended.
    pub torn: u64,
    /// Bytes before that which are damaged.
    pub damaged: u64,
    /// Whole records that go with none before them, because those are damaged.
    pub orphans: u64,
}

impl Dropped {
    /// Whether anything was.
    pub fn is_any(&self) -> bool {
        *self != Dropped::default()
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    file: File,
    /// The length up to which it is known to be good.
    good: u64,
    waiting: Vec<u8>,
    synced: Instant,
    is_synced: bool,
    /// Why it cannot be written at the moment.
    pub(super) trouble: Option<String>,
}

/// Reads a ledger without changing it.
pub(super) fn read(path: &Path) -> Result<(Book, Dropped), LedgerError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| {
        is_file(&file)?;
        file.read_to_end(&mut bytes)
    });
    read.map_err(|error| LedgerError::io(path, "read", &error))?;
    let (book, dropped, _) = parse(path, &bytes)?;
    Ok((book, dropped))
}

/// Devices have no end, and keep nothing.
fn is_file(file: &File) -> io::Result<()> {
    match file.metadata()?.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("it is no file, but a device, a pipe or a directory")),
    }
}

/// What bytes say, what of them is dropped, and where the last whole record ends.
fn parse(path: &Path, bytes: &[u8]) -> Result<(Book, Dropped, u64), LedgerError> {
    let skipped = if bytes.starts_with(MAGIC) { MAGIC.len() } else { 0 };
    let frames = frames(&bytes[skipped..]);
    let mut book = Book::default();
    let (torn, damaged) = (frames.torn as u64, frames.damaged as u64);
    let mut dropped = Dropped { torn, damaged, orphans: 0 };
    for body in frames.bodies {
        let is_taken = Record::decode(body).is_some_and(|record| book.apply(record));
        dropped.orphans += u64::from(!is_taken);
    }
    if book.program.is_none() {
        return Err(LedgerError::NoLedger(path.to_path_buf()));
    }
    Ok((book, dropped, (skipped + frames.end) as u64))
}

impl Writer {
    /// Opens a ledger to write to it, or makes a new one for a purpose. What cannot be used of it is cut off or written anew
    /// without.
    pub(super) fn open(
        path: &Path,
        program: &str,
        purpose: &str,
    ) -> Result<(Writer, Book, Dropped), LedgerError> {
        let fault = |what: &'static str| move |error: io::Error| LedgerError::io(path, what, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fault("open"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(LedgerError::InUse(path.to_path_buf())),
            // Some network file systems have no locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        is_file(&file).map_err(fault("open"))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fault("read"))?;
        let mut writer = Writer {
            path: path.to_path_buf(),
            file,
            good: 0,
            waiting: Vec::new(),
            synced: Instant::now(),
            is_synced: true,
            trouble: None,
        };
        // A program that was ended while it made the file has left a part of its beginning.
        if MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) && frames(&bytes).bodies.is_empty() {
            let mut book = Book::default();
            let header = Record::Header { program: program.into(), purpose: purpose.into() };
            writer.file.set_len(0).map_err(fault("write"))?;
            writer.waiting.extend(MAGIC);
            writer.append(&header);
            book.apply(header);
            writer.write();
            return match writer.trouble {
                Some(why) => Err(LedgerError::Io { path: path.to_path_buf(), what: "write", why }),
                None => Ok((writer, book, Dropped::default())),
            };
        }
        let (book, dropped, end) = parse(path, &bytes)?;
        writer.good = end;
        writer.file.set_len(end).map_err(fault("write"))?;
        if dropped.damaged > 0 || dropped.orphans > 0 || !bytes.starts_with(MAGIC) {
            writer.replace(&book).map_err(fault("write"))?;
        }
        Ok((writer, book, dropped))
    }

    /// Writes the file anew.
    fn replace(&mut self, book: &Book) -> io::Result<()> {
        (self.file, self.good) = write_whole(&self.path, book)?;
        // A lock that cannot be had is done without, as when the file was opened.
        let _ = self.file.try_lock();
        Ok(())
    }

    /// Writes all that a book says to a file, which is replaced if it is there.
    pub(super) fn create(path: &Path, book: &Book) -> Result<(), LedgerError> {
        write_whole(path, book).map(drop).map_err(|error| LedgerError::io(path, "write", &error))
    }

    /// Adds a record to those that are written next.
    pub(super) fn append(&mut self, record: &Record) {
        frame(&record.encode(), &mut self.waiting);
    }

    /// Writes all records that wait. If that fails they go on waiting.
    pub(super) fn write(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let written =
            self.file.seek(SeekFrom::Start(self.good)).and_then(|_| self.file.write_all(&self.waiting));
        match written {
            Ok(()) => {
                self.good += self.waiting.len() as u64;
                self.waiting.clear();
                (self.is_synced, self.trouble) = (false, None);
            }
            Err(error) => {
                // A part of a record may have been written. If it cannot be cut off, it is overwritten the next time.
                let _ = self.file.set_len(self.good);
                self.trouble = Some(error.to_string());
            }
        }
    }

    /// Makes sure that what is written survives a loss of power, now and then or at once.
    pub(super) fn sync(&mut self, at_once: bool) {
        if !self.is_synced && (at_once || self.synced.elapsed() >= SYNC_AFTER) {
            self.synced = Instant::now();
            match self.file.sync_data() {
                Ok(()) => self.is_synced = true,
                Err(error) => self.trouble = Some(error.to_string()),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes a file that has a temporary name until it is whole; also tells its length.
fn write_whole(path: &Path, book: &Book) -> io::Result<(File, u64)> {
    let mut bytes = MAGIC.to_vec();
    book.records().iter().for_each(|record| frame(&record.encode(), &mut bytes));
    let directory = match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    };
    let mut new = tempfile::NamedTempFile::new_in(directory)?;
    new.write_all(&bytes)?;
    new.as_file().sync_all()?;
    let file = new.persist(path).map_err(|error| error.error)?;
    Ok((file, bytes.len() as u64))
}
