//! Files that commands write: complete or not at all.
//!
//! 1. A file is written under a temporary name in its directory, which cannot be guessed, and takes its
//!    place when it is complete and on the disk: a full disk or a kill leaves an old file as it was. The
//!    new file has the permissions of the old one.
//! 2. A run that fails or is told to stop removes its temporary file. One that is killed cannot, so every
//!    writer holds a lock on its own, which the system releases when the process is gone: the next run
//!    that writes there removes the temporary files that it can lock.
//! 3. A link stays a link: the file that it names is replaced. A pipe or a device cannot be replaced and
//!    is written to as it is, and so is whatever the program has open already (`/dev/stdout`).

use crate::failure::Failure;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};

/// How the names of temporary files end.
const TEMPORARY_ENDING: &str = ".taquin-tmp";
/// As much of a file's name as its temporary name begins with, so that it is never too long.
const MOST_LETTERS: usize = 40;
/// A chain of links that is longer than this is taken for a circle, as the system does.
const MOST_LINKS: usize = 40;
/// Where the system keeps the names of open files, which `/dev/stdout` is a link to.
const OPEN_FILES: &str = "/proc";

/// A file in the making.
pub(crate) struct Output {
    /// As the user names it.
    path: PathBuf,
    file: BufWriter<File>,
    /// The temporary name and the place of a file that is not in its place yet. A pipe or a device
    /// always is.
    pending: Option<(TempPath, PathBuf)>,
}

impl Output {
    /// Begins a file. What there is under its name stays until [`place`](Output::place).
    pub(crate) fn create(path: &Path) -> Result<Output, Failure> {
        let failure = |error| failure(path, error);
        let (file, pending) = match destination(path)? {
            Destination::Special => (File::options().append(true).open(path).map_err(failure)?, None),
            Destination::Regular { place, old } => {
                let (file, name) = temporary(&place, old.as_ref()).map_err(failure)?.into_parts();
                (file, Some((name, place)))
            }
        };
        Ok(Output { path: path.into(), file: BufWriter::new(file), pending })
    }

    /// Puts what is written so far in its place; what is written from now on is added to it.
    pub(crate) fn place(&mut self) -> Result<(), Failure> {
        let placed = self.file.flush().and_then(|()| {
            let Some((name, place)) = self.pending.take() else { return Ok(()) };
            self.file.get_ref().sync_all()?;
            // The lock stays, so that no other run replaces a file that this one adds to. It goes where it
            // would keep all other users from reading.
            if cfg!(windows) {
                self.file.get_ref().unlock()?;
            }
            name.persist(&place)?;
            sync_directory(directory_of(&place));
            Ok(())
        });
        placed.map_err(|error| failure(&self.path, error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file at once.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.write_all(bytes).map_err(|error| failure(path, error))?;
    output.place()
}

/// Complains about a file that could not be written, before any time is spent on what is to be in it.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    match destination(path)? {
        Destination::Special => Ok(()),
        Destination::Regular { place, old } => {
            temporary(&place, old.as_ref()).map(drop).map_err(|error| failure(path, error))
        }
    }
}

/// Complains about a file that has something in it, which could not be had back.
pub(crate) fn refuse_to_overwrite(path: &Path, way_out: &str) -> Result<(), Failure> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0) {
        return Err(Failure::new(format_args!("{} is not empty: {way_out}", path.display())));
    }
    Ok(())
}

/// A failure that names the file.
pub(crate) fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::new(format_args!("{}: {error}", path.display()))
}

/// What is, or would be, under a name.
enum Destination {
    /// A pipe, a device or an open file.
    Special,
    /// A file, at the end of all links, and what is known of it if it is there.
    Regular { place: PathBuf, old: Option<Metadata> },
}

fn destination(path: &Path) -> Result<Destination, Failure> {
    let place = follow_links(path).map_err(|error| failure(path, error))?;
    if place.starts_with(OPEN_FILES) {
        return Ok(Destination::Special);
    }
    let old = match fs::metadata(&place) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let directory = directory_of(&place);
            if directory.is_dir() {
                return Ok(Destination::Regular { place, old: None });
            }
            return Err(Failure::new(format_args!(
                "{}: there is no directory {}",
                path.display(),
                directory.display()
            )));
        }
        Err(error) => return Err(failure(path, error)),
    };
    if old.is_dir() {
        return Err(Failure::new(format_args!("{}: this is a directory, not a file", path.display())));
    }
    if !old.is_file() {
        return Ok(Destination::Special);
    }
    // A file that may not be written to is not replaced either.
    let file = File::options().write(true).open(&place).map_err(|error| failure(path, error))?;
    if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return Err(Failure::new(format_args!(
            "{}: another run is writing to it: wait for it, or name another file",
            path.display()
        )));
    }
    Ok(Destination::Regular { place, old: Some(old) })
}

/// The name at the end of a chain of links, whether there is a file or not. What is said to be linked to by
/// the names of open files is no name.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(next) if !place.starts_with(OPEN_FILES) => place = directory_of(&place).join(next),
            // It is no link, or there is nothing.
            _ => return Ok(place),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A locked file beside a place, with the permissions of what it is going to replace. It is removed when
/// it is dropped.
fn temporary(place: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let directory = directory_of(place);
    tidy(directory);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{}.", name.chars().take(MOST_LETTERS).collect::<String>());
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY_ENDING).append(true);
    #[cfg(unix)]
    if old.is_none() {
        // Readable by those by whom other new files are.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        let file = builder.tempfile_in(directory)?;
        match file.as_file().try_lock() {
            // Another run that tidies up has been quicker than we: this file is going to be removed.
            Err(TryLockError::WouldBlock) => continue,
            Ok(()) if !file.path().exists() => continue,
            // Where files cannot be locked, no run tidies up.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        return Ok(file);
    }
}

/// Removes temporary files whose writers are gone: those that can be locked. They are removed under the
/// lock, which `temporary` watches for.
fn tidy(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && name.starts_with('.') && name.ends_with(TEMPORARY_ENDING) {
            let Ok(file) = File::open(entry.path()) else { continue };
            if file.try_lock().is_ok() {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Lets the new name survive a power cut, where the system can.
fn sync_directory(directory: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
}
