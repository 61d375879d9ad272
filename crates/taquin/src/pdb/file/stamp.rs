//! Remembers which files have been checked.
//!
//! The checksum of half a gigabyte takes longer than a search with it. So it is computed once, and a
//! small file beside the table says of what it was: size, time of the last change, checksum. When one of
//! them is another, the table is checked again. A stamp that cannot be written is no harm.

use super::write::temporary;
use std::fs::{self, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Where the stamp of a file is.
pub(in crate::pdb) fn stamp_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".checked");
    name.into()
}

/// Whether the file has been checked as it is now.
pub(super) fn is_stamped(path: &Path, metadata: &Metadata, checksum: u32) -> bool {
    let found = fs::read_to_string(stamp_path(path)).ok();
    found.is_some() && found == text(metadata, checksum)
}

/// Says that the file has been checked.
pub(super) fn stamp(path: &Path, metadata: &Metadata, checksum: u32) {
    let (Some(text), Some(directory), Some(name)) =
        (text(metadata, checksum), path.parent(), path.file_name())
    else {
        return;
    };
    let Ok(mut file) = temporary(directory, &name.to_string_lossy()) else { return };
    if file.write_all(text.as_bytes()).is_ok() {
        let _ = file.persist(stamp_path(path));
    }
}

fn text(metadata: &Metadata, checksum: u32) -> Option<String> {
    let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let (bytes, seconds, nanoseconds) = (metadata.len(), changed.as_secs(), changed.subsec_nanos());
    Some(format!("{bytes} bytes changed {seconds}.{nanoseconds:09} checksum {checksum:08x}\n"))
}
