//! Why a ledger cannot be used.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a ledger cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// What the system says.
        why: String,
    },
    /// The file is no ledger, or nothing of it can be saved.
    NoLedger(PathBuf),
    /// Another program is writing to it.
    InUse(PathBuf),
    /// It is for something else. The text says for what, and what to do.
    Foreign {
        /// The file.
        path: PathBuf,
        /// For what.
        why: String,
    },
}

impl LedgerError {
    pub(super) fn io(path: &Path, what: &'static str, error: &std::io::Error) -> LedgerError {
        LedgerError::Io { path: path.to_path_buf(), what, why: error.to_string() }
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerError::Io { path, what, why } => write!(f, "cannot {what} {}: {why}", path.display()),
            LedgerError::NoLedger(path) => write!(
                f,
                "{} is no ledger, or nothing of it can be saved: name another file, or remove it",
                path.display()
            ),
            LedgerError::InUse(path) => {
                write!(
                    f,
                    "another program is writing to {}: wait for it or name another file",
                    path.display()
                )
            }
            LedgerError::Foreign { path, why } => write!(f, "{} {why}", path.display()),
        }
    }
}

impl std::error::Error for LedgerError {}
