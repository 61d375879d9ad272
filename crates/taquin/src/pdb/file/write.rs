//! Writes files so that half of one is never seen.
//!
//! 1. A file is written under a temporary name in the same directory, different for every writer, and
//!    renamed when it is complete and on the disk. Several writers of one table do not disturb each
//!    other: the last one wins, with the same content.
//! 2. It is read-only from the beginning: other programs that would write to it while it is mapped, e.g. `cp`, are
//!    told that they may not.
//! 3. A writer that fails or is told to stop removes its temporary file. A killed one cannot, so every
//!    writer holds a lock on its own, which the system releases when the process is gone: a temporary
//!    file that can be locked has no writer any more ([`tidy`]).

use super::{ENDING, Fault, FileError, FileHeader, checksum};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

const TEMPORARY_ENDING: &str = ".part";

/// Writes a table into a directory that there is. Bytes and checksum of the header are set here.
pub(crate) fn write(directory: &Path, header: &FileHeader, entries: &[u8]) -> Result<(), FileError> {
    let checksum = checksum::of(entries);
    let header = FileHeader { bytes: entries.len() as u64, checksum, ..header.clone() };
    let path = directory.join(header.file_name());
    let written = temporary(directory, &header.file_name()).and_then(|mut temporary| {
        temporary.write_all(&header.encode())?;
        temporary.write_all(entries)?;
        temporary.as_file().sync_all()?;
        temporary.persist(&path)?;
        sync_directory(directory);
        Ok(())
    });
    written.map_err(|error| FileError::new(&path, Fault::Write(error)))
}

/// Makes sure that files can be written into a directory, which is made if it is not there.
pub(in crate::pdb) fn prepare(directory: &Path) -> Result<(), FileError> {
    fs::create_dir_all(directory)
        .and_then(|()| temporary(directory, ENDING))
        .map(drop)
        .map_err(|error| FileError::new(directory, Fault::Write(error)))
}

/// A file in the making, locked, and removed when it is dropped.
pub(super) fn temporary(directory: &Path, name: &str) -> io::Result<NamedTempFile> {
    let prefix = format!(".{name}.");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY_ENDING);
    #[cfg(unix)]
    {
        // Tables may be shared: users who may read our other files may read them.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o444));
    }
    loop {
        let temporary = builder.tempfile_in(directory)?;
        // Another process that tidies up may lock and remove it before we lock it. Then we make another one.
        match temporary.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => continue,
            // Where files cannot be locked, no process tidies up.
            Err(TryLockError::Error(_)) => return Ok(temporary),
            Ok(()) if temporary.path().exists() => return Ok(temporary),
            Ok(()) => continue,
        }
    }
}

/// Removes temporary files whose writers are gone.
pub(in crate::pdb) fn tidy(directory: &Path) {
    let files = fs::read_dir(directory).into_iter().flatten().flatten();
    for file in files {
        let name = file.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with('.') && name.contains(ENDING) && name.ends_with(TEMPORARY_ENDING);
        if is_ours && file.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = file.path();
            // It is removed while we hold the lock; see `temporary`.
            let locked =
                File::open(&path).and_then(|file| file.try_lock().map(|()| file).map_err(Into::into));
            if locked.is_ok() {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Lets the new name survive a power cut, where the system can. Without it the table is built again.
fn sync_directory(directory: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
}
