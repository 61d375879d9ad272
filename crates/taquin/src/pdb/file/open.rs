//! Opens files and vouches for them.
//!
//! | entries | are | checksum |
//! |---|---|---|
//! | up to [`READ_UP_TO`] | read into memory, which takes less than a millisecond more than mapping: no change of the file reaches them | at every opening |
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

#[cfg(all(test, unix))]
mod tests {
    use super::super::{FileKind, stamp_path, write};
    use super::*;
    use crate::shape::Cell;
    use std::os::unix::fs::{FileExt, PermissionsExt};
    use std::path::PathBuf;
    use tempfile::TempDir;

    /// A table of five million bytes counts as large.
    const CHECK: Check = Check { large: 5_000_000, again: false };

    /// A file of entries that nobody searches with.
    fn file(bytes: usize) -> (TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let header = FileHeader {
            kind: FileKind::Pattern,
            shape: "5x5".parse().unwrap(),
            blank: Cell(0),
            tiles: vec![Cell(1), Cell(2)],
            histogram: vec![1],
            bytes: 0,
            checksum: 0,
        };
        write(directory.path(), &header, &vec![7; bytes]).unwrap();
        let path = directory.path().join(header.file_name());
        (directory, path)
    }

    fn opened(path: &Path) -> Entries {
        open(path, CHECK).unwrap().expect("it is there").entries
    }

    /// Changes a byte of the entries in place; the time of the last write stays.
    fn damage(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        let written = file.metadata().unwrap().modified().unwrap();
        file.write_all_at(&[8], 1_000_000).unwrap();
        file.set_modified(written).unwrap();
    }

    #[test]
    fn entries_of_large_tables_are_checked_once_and_whenever_asked() {
        let (_directory, path) = file(5_000_000);
        assert!(opened(&path).is_checked() && stamp_path(&path).exists());
        let trusted = opened(&path);
        assert!(trusted.is_mapped() && !trusted.is_checked());
        trusted.recheck(&|| true).unwrap();
        assert!(!trusted.is_checked(), "it was stopped");
        trusted.recheck(&|| false).unwrap();
        assert!(trusted.is_checked());
        assert!(open(&path, Check { again: true, ..CHECK }).unwrap().unwrap().entries.is_checked());
    }

    #[test]
    fn damage_that_keeps_size_and_time_is_found() {
        let (_directory, path) = file(5_000_000);
        opened(&path);
        let trusted = opened(&path);
        damage(&path);
        let error = trusted.recheck(&|| false).unwrap_err();
        assert!(matches!(error.fault(), Fault::Entries), "{error}");
        let error = open(&path, CHECK).unwrap_err();
        assert!(matches!(error.fault(), Fault::Entries), "{error}");
        let (_directory, smaller) = file(4_900_000);
        assert!(opened(&smaller).is_checked() && !stamp_path(&smaller).exists());
        damage(&smaller);
        assert!(open(&smaller, CHECK).is_err());
    }

    #[test]
    fn a_file_that_is_written_to_while_it_is_mapped_is_noticed_and_one_that_is_removed_is_not_missed() {
        let (_directory, path) = file(5_000_000);
        let removed = opened(&path);
        fs::remove_file(&path).unwrap();
        assert!(!removed.have_changed());
        removed.recheck(&|| false).unwrap();
        let (_directory, path) = file(5_000_000);
        let cut = opened(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(10_000).unwrap();
        assert!(cut.have_changed());
        let error = cut.recheck(&|| false).unwrap_err();
        assert!(matches!(error.fault(), Fault::Length { found: 10_000, .. }), "{error}");
    }

    #[test]
    fn small_tables_are_read_and_no_change_of_their_file_reaches_them() {
        let (_directory, path) = file(100_000);
        let entries = opened(&path);
        assert!(!entries.is_mapped() && entries.is_checked());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
        assert!(!entries.have_changed() && entries.iter().all(|&byte| byte == 7));
    }

    #[test]
    fn files_of_tables_are_read_only() {
        let (_directory, path) = file(1000);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o222, 0);
    }
}
