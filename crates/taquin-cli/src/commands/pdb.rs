//! `taquin pdb`: builds pattern databases and looks after their files.

mod build;
mod full;
mod info;
mod list;
mod remove;
mod verify;

use crate::args::{Pdb, PdbCommand};
use crate::failure::{Failure, Verdict};
use crate::input;
use crate::ui::{Ui, size};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use taquin::pdb::{Catalogue, Listed, Pattern, Store};
use taquin::{Cell, Shape};

pub(crate) fn run(arguments: &Pdb, ui: &Ui) -> Result<Verdict, Failure> {
    match &arguments.command {
        PdbCommand::Build(arguments) => build::run(arguments, ui),
        PdbCommand::List(arguments) => list::run(arguments, ui),
        PdbCommand::Info(arguments) => info::run(arguments),
        PdbCommand::Verify(arguments) => verify::run(arguments, ui),
        PdbCommand::Remove(arguments) => remove::run(arguments, ui),
    }
}

/// How the names of files end.
const ENDING: &str = ".taquin-pdb";

/// What a person names.
enum Named {
    /// A set, for goals with the blank in a corner.
    Set(Shape, Catalogue),
    /// The table of all boards, for goals with the blank in a corner.
    Full(Shape),
    /// All tables of a shape.
    Shape(Shape),
    File(PathBuf),
}

impl Named {
    /// Finds a set as SHAPE:NAME, a file, or a table by its name. Files must be there.
    fn find(store: &Store, name: &OsStr) -> Result<Named, Failure> {
        let path = Path::new(name);
        let text = name.to_string_lossy();
        if path.is_file() && text.ends_with(ENDING) {
            return Ok(Named::File(path.to_path_buf()));
        }
        if let Ok(shape) = text.parse::<Shape>() {
            return match input::mistaken_shape(shape) {
                // All of these are too large for tables.
                Some(_) => Err(input::failure_of_shape(format_args!("{shape} has no tables"), shape)),
                None => Ok(Named::Shape(shape)),
            };
        }
        if let Some((shape, set)) = text.split_once(':')
            && let Ok(shape) = shape.parse::<Shape>()
        {
            if set == full::NAME {
                full::check_shape(shape)?;
                return Ok(Named::Full(shape));
            }
            let catalogue = Catalogue::named(shape, Cell::FIRST, set).map_err(Failure::new)?;
            return Ok(Named::Set(shape, catalogue));
        }
        let file = if text.ends_with(ENDING) { store.directory().join(name) } else { store.path_of(&text) };
        if file.is_file() {
            return Ok(Named::File(file));
        }
        Err(Failure::new(format_args!(
            "{text}: no such table in {}; `taquin pdb list` shows what is there; sets are written as 4x4:7-8, and all \
             tables of a shape as 4x4",
            store.directory().display()
        )))
    }

    /// The files of all tables that are there.
    fn files(self, store: &Store) -> Result<Vec<PathBuf>, Failure> {
        Ok(match self {
            Named::File(file) => {
                let companion = store.companion_of(&file);
                [file].into_iter().chain(companion).collect()
            }
            Named::Shape(shape) => {
                let listed = store.list().map_err(Failure::new)?;
                let is_of_shape =
                    |file: &Listed| file.content.as_ref().is_ok_and(|header| header.shape == shape);
                listed.into_iter().filter(is_of_shape).map(|file| file.path).collect()
            }
            Named::Full(shape) => {
                let file = store.path_of_all(shape, Cell::FIRST);
                if file.exists() { vec![file] } else { Vec::new() }
            }
            Named::Set(_, catalogue) => {
                let of_pattern =
                    |pattern: Pattern| [store.path_of(&pattern.to_string()), store.path_of_rises(&pattern)];
                catalogue.tables().into_iter().flat_map(of_pattern).filter(|file| file.exists()).collect()
            }
        })
    }
}

/// The size of a file's table, or of the file if it holds none. Tables are told by their entries everywhere, without the
/// page that files begin with.
fn table_size(file: &Listed) -> u64 {
    file.content.as_ref().map_or(file.bytes, |header| header.bytes)
}
