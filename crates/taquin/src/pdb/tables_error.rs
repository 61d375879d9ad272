//! Why there are no tables.

use super::build::BuildError;
use super::catalogue::CatalogueError;
use super::file_error::FileError;
use std::fmt;

/// Why there are no tables.
#[derive(Debug)]
#[non_exhaustive]
pub enum TablesError {
    /// The shape has no such set of patterns, or none at all.
    Set(CatalogueError),
    /// A table could not be built.
    Build(BuildError),
    /// A file cannot be used or not be written.
    File(FileError),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Set(error) => error.fmt(f),
            TablesError::Build(error) => error.fmt(f),
            TablesError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TablesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TablesError::Set(error) => Some(error),
            TablesError::Build(error) => Some(error),
            TablesError::File(error) => Some(error),
        }
    }
}

impl From<CatalogueError> for TablesError {
    fn from(error: CatalogueError) -> TablesError {
        TablesError::Set(error)
    }
}

impl From<BuildError> for TablesError {
    fn from(error: BuildError) -> TablesError {
        TablesError::Build(error)
    }
}

impl From<FileError> for TablesError {
    fn from(error: FileError) -> TablesError {
        TablesError::File(error)
    }
}
