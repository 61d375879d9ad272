//! What can be wrong with a file, and what to do about it.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The version of the format that files are written in and read.
pub(super) const VERSION: u32 = 2;

/// A file that cannot be used, or cannot be written.
#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    fault: Fault,
}

/// What is wrong with it. Tables only save time: a program that would have liked to use one goes on without it, whatever
/// the fault, and one that was told to use it says what the fault is.
#[derive(Debug)]
pub enum Fault {
    /// The system does not let us read it.
    Read(io::Error),
    /// The system does not let us write it.
    Write(io::Error),
    /// The system does not let us remove it.
    Remove(io::Error),
    /// It is none of ours.
    Foreign,
    /// It is in another version of the format.
    Version(u32),
    /// The checksum of the header is wrong, or the header makes no sense.
    Header,
    /// It holds a kind of table that is not known.
    Kind,
    /// It is too short or too long.
    Length {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// The checksum of the entries is wrong.
    Entries,
    /// It should have this name.
    Name(String),
}

impl Fault {
    /// Whether it is a table that has been damaged, or is of an older program: building it again and writing it over
    /// this file loses nothing. What the system does not let us read, and what is perhaps another thing or a
    /// newer program's, is left alone.
    pub fn is_damage(&self) -> bool {
        match self {
            Fault::Header | Fault::Length { .. } | Fault::Entries => true,
            Fault::Version(version) => *version < VERSION,
            Fault::Read(_) | Fault::Write(_) | Fault::Remove(_) => false,
            Fault::Foreign | Fault::Kind | Fault::Name(_) => false,
        }
    }
}

impl FileError {
    #[cfg(feature = "store")]
    pub(crate) fn new(path: &Path, fault: Fault) -> FileError {
        FileError { path: path.to_path_buf(), fault }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with it.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AGAIN: &str = "remove it and build the table again";
        match self {
            Fault::Read(error) => write!(f, "cannot be read: {error}"),
            Fault::Write(error) => {
                write!(f, "cannot be written, and nothing was left behind: {error}; ")?;
                let is_full = matches!(
                    error.kind(),
                    ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
                );
                let way_out = if is_full { "make room there, or " } else { "" };
                write!(f, "{way_out}keep tables in another directory")
            }
            Fault::Remove(error) => write!(f, "cannot be removed: {error}"),
            Fault::Foreign => write!(f, "not a table: move it elsewhere or remove it"),
            Fault::Version(version) if *version > VERSION => write!(
                f,
                "in format {version}, and this program reads format {VERSION}: take a newer program, or {AGAIN}"
            ),
            Fault::Version(0) => write!(f, "in format 0, which is none: {AGAIN}"),
            Fault::Version(version) => write!(f, "in format {version}, of an older program: {AGAIN}"),
            Fault::Header => write!(f, "its header is damaged: {AGAIN}"),
            Fault::Kind => write!(f, "a kind of table that this program does not know: take a newer program"),
            Fault::Length { expected, found } if found < expected => {
                write!(f, "truncated, {found} of {expected} bytes are there: {AGAIN}")
            }
            Fault::Length { expected, found } => {
                write!(f, "damaged, it has {found} bytes instead of {expected}: {AGAIN}")
            }
            Fault::Entries => {
                write!(f, "damaged, its entries do not have the checksum of its header: {AGAIN}")
            }
            Fault::Name(name) => write!(f, "the name of another table: rename it to {name}"),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Read(error) | Fault::Write(error) | Fault::Remove(error) => Some(error),
            _ => None,
        }
    }
}
