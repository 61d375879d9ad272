//! Opens files and vouches for them.
//!
//! | entries | are | checksum |
//! |---|---|---|
//! | up to [`READ_UP_TO`] | read into memory: that is as quick as mapping, and no change of the file reaches them | at every opening |
//! | less than [`Check::LARGE`] | mapped | at every opening |
//! | others | mapped | at the first opening and every 30 days (`stamp.rs`), and whenever asked for (`origin.rs`) |
//!
//! What is not a regular file is never opened: a pipe would keep its reader waiting for ever.

use super::{Fault, FileError, FileHeader, HEADER_BYTES, Origin, checksum, stamp};
use crate::pdb::entries::{Draft, Entries};
use memmap2::Mmap;
use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Entries of at most so many bytes are read instead of mapped.
const READ_UP_TO: u64 = 4 << 20;

/// A file that has been opened and found good.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) header: FileHeader,
    pub(crate) entries: Entries,
}

/// Which entries are checked when a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Check {
    /// Those of tables with so many bytes are not, if they have been a short time ago.
    large: u64,
    /// Unless this is true.
    again: bool,
}

impl Check {
    /// Checking a table of this size takes about as long as solving a board with it.
    const LARGE: u64 = 100_000_000;
    /// All but those of large tables.
    pub(crate) const USUAL: Check = Check { large: Check::LARGE, again: false };
    /// All.
    pub(crate) const ALL: Check = Check { again: true, ..Check::USUAL };
}

/// Opens a file; `None` if there is none.
pub(crate) fn open(path: &Path, check: Check) -> Result<Option<Opened>, FileError> {
    let is_missing = |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory);
    let opened = fs::metadata(path).map_err(Fault::Read).and_then(|metadata| {
        if !metadata.is_file() {
            return Err(Fault::Foreign);
        }
        open_file(path, File::open(path).map_err(Fault::Read)?, check)
    });
    match opened {
        Ok(opened) => Ok(Some(opened)),
        Err(Fault::Read(error)) if is_missing(error.kind()) => Ok(None),
        Err(fault) => Err(FileError::new(path, fault)),
    }
}

fn open_file(path: &Path, mut file: File, check: Check) -> Result<Opened, Fault> {
    let metadata = file.metadata().map_err(Fault::Read)?;
    let mut page = Vec::with_capacity(HEADER_BYTES);
    (&file).take(HEADER_BYTES as u64).read_to_end(&mut page).map_err(Fault::Read)?;
    let header = FileHeader::decode(&page)?;
    let expected = header.bytes.saturating_add(HEADER_BYTES as u64);
    if metadata.len() != expected {
        return Err(Fault::Length { expected, found: metadata.len() });
    }
    if path.file_name().is_none_or(|name| name != header.file_name().as_str()) {
        return Err(Fault::Name(header.file_name()));
    }
    let entries = if header.bytes <= READ_UP_TO {
        read(&mut file, &header)?
    } else {
        map(path, file, metadata, &header, check)?
    };
    Ok(Opened { header, entries })
}

/// Reads the entries, which follow where the file stands.
fn read(file: &mut File, header: &FileHeader) -> Result<Entries, Fault> {
    let mut draft = Draft::zeroed(header.bytes as usize).map_err(Fault::Read)?;
    file.read_exact(draft.bytes()).map_err(Fault::Read)?;
    if checksum::of(draft.bytes()) != header.checksum {
        return Err(Fault::Entries);
    }
    draft.finish().map_err(Fault::Read)
}

#[expect(unsafe_code, reason = "files can be mapped into memory in no other way")]
fn map(
    path: &Path,
    file: File,
    metadata: Metadata,
    header: &FileHeader,
    check: Check,
) -> Result<Entries, Fault> {
    // SAFETY: what is mapped must not change, and three checks uphold that as far as anything can.
    //
    // 1. This library never writes to a table's file: `write` renames complete files into their place and
    //    `Store::remove` removes them as a whole, which leaves what is mapped as it is. It makes files read-only, so
    //    that the system keeps others from truncating or overwriting them, e.g. `cp` without `--force`.
    // 2. Should another program change entries all the same, they are bytes of any value, and no memory access depends
    //    on them: numbers of entries are computed from boards, and readers are prepared for any entries
    //    (`contradiction.rs`).
    // 3. Should it make the file shorter, the system ends the process with SIGBUS when a page that is gone is read: it
    //    is stopped, never wrong. `open_file` has compared the length with the header's, and searches look whether
    //    it is still the same before they begin and while they run (`Origin::has_changed`). Locks would not help,
    //    since only programs that ask for them are kept out, and no other program does.
    let map = unsafe { Mmap::map(&file) }.map_err(Fault::Read)?;
    let is_large = header.bytes >= check.large;
    let is_trusted = is_large && !check.again && stamp::is_stamped(path, &metadata, header.checksum);
    if !is_trusted && checksum::of(&map[HEADER_BYTES..]) != header.checksum {
        return Err(Fault::Entries);
    }
    let origin = Origin::new(path, file, metadata, header.checksum, !is_trusted);
    if is_large && !is_trusted {
        origin.stamp();
    }
    Ok(Entries::mapped(map, HEADER_BYTES, origin))
}
