//! Remembers which files of large tables have been checked.
//!
//! The checksum of half a gigabyte takes longer than a search with it. So a small file beside the table says of what
//! and when it was computed: size, time of the last write, inode, device, time of the last change of anything,
//! checksum. A copy has another inode, and whatever is restored or repaired in place another time of change, which
//! no program can set. Only a disk that loses bits keeps all of them; so a stamp expires, and long searches check
//! in the background ([`Table::recheck`](crate::pdb::Table::recheck)).
//!
//! Where the system does not tell these things there are no stamps. A stamp that cannot be written is no harm.

use super::write::temporary;
use std::fs::{self, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long a check is good for.
const GOOD_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// Stamps are shorter than this.
const MOST_BYTES: u64 = 1000;

/// Where the stamp of a file is.
pub(in crate::pdb) fn stamp_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".checked");
    name.into()
}

/// Whether the file has been checked as it is now, and not long ago.
pub(super) fn is_stamped(path: &Path, metadata: &Metadata, checksum: u32) -> bool {
    let now = SystemTime::now();
    let (Some(found), Some(identity)) = (read(path), identity(metadata, checksum)) else { return false };
    let checked = found.strip_prefix(&identity).and_then(|time| time.trim_end().parse().ok());
    let checked = checked.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    // A check in the future is one by a clock that was wrong.
    checked.and_then(|checked| now.duration_since(checked).ok()).is_some_and(|age| age < GOOD_FOR)
}

fn read(path: &Path) -> Option<String> {
    let stamp = stamp_path(path);
    let is_small_file =
        fs::metadata(&stamp).is_ok_and(|metadata| metadata.is_file() && metadata.len() < MOST_BYTES);
    is_small_file.then(|| fs::read_to_string(stamp).ok()).flatten()
}

/// Says that the file has been checked now.
pub(super) fn stamp(path: &Path, metadata: &Metadata, checksum: u32) {
    stamp_at(path, metadata, checksum, SystemTime::now());
}

fn stamp_at(path: &Path, metadata: &Metadata, checksum: u32, time: SystemTime) {
    let (Some(identity), Ok(time), Some(directory), Some(name)) =
        (identity(metadata, checksum), time.duration_since(UNIX_EPOCH), path.parent(), path.file_name())
    else {
        return;
    };
    let Ok(mut file) = temporary(directory, &name.to_string_lossy()) else { return };
    if writeln!(file, "{identity}{}", time.as_secs()).is_ok() {
        let _ = file.persist(stamp_path(path));
    }
}

/// What is another thing for every other file and after every change, as the text of a stamp up to the time of the check.
#[cfg(unix)]
fn identity(metadata: &Metadata, checksum: u32) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let (bytes, inode, device) = (metadata.len(), metadata.ino(), metadata.dev());
    let (written, written_ns) = (metadata.mtime(), metadata.mtime_nsec());
    let (changed, changed_ns) = (metadata.ctime(), metadata.ctime_nsec());
    Some(format!(
        "{bytes} bytes, written {written}.{written_ns:09}, changed {changed}.{changed_ns:09}, \
         inode {inode} of device {device}, checksum {checksum:08x}, checked "
    ))
}

#[cfg(not(unix))]
fn identity(_metadata: &Metadata, _checksum: u32) -> Option<String> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs::File;

    const CHECKSUM: u32 = 7;

    fn is_good(path: &Path) -> bool {
        is_stamped(path, &fs::metadata(path).unwrap(), CHECKSUM)
    }

    /// A file with a stamp as old as this.
    fn stamped(directory: &Path, age: Duration) -> PathBuf {
        let path = directory.join("table");
        fs::write(&path, "entries").unwrap();
        stamp_at(&path, &fs::metadata(&path).unwrap(), CHECKSUM, SystemTime::now() - age);
        path
    }

    #[test]
    fn a_check_is_good_for_thirty_days() {
        let directory = tempfile::tempdir().unwrap();
        let day = Duration::from_secs(24 * 60 * 60);
        assert!(is_good(&stamped(directory.path(), Duration::ZERO)));
        assert!(is_good(&stamped(directory.path(), 29 * day)));
        assert!(!is_good(&stamped(directory.path(), 30 * day)));
        let path = stamped(directory.path(), Duration::ZERO);
        let ahead = SystemTime::now() + day;
        stamp_at(&path, &fs::metadata(&path).unwrap(), CHECKSUM, ahead);
        assert!(!is_good(&path), "a clock was wrong");
        fs::write(stamp_path(&path), "checked for ever").unwrap();
        assert!(!is_good(&path));
    }

    #[test]
    fn a_copy_a_restore_and_a_change_with_the_old_time_are_not_good() {
        let directory = tempfile::tempdir().unwrap();
        let path = stamped(directory.path(), Duration::ZERO);
        let metadata = fs::metadata(&path).unwrap();
        let copy = directory.path().join("copy");
        fs::copy(&path, &copy).unwrap();
        fs::copy(stamp_path(&path), stamp_path(&copy)).unwrap();
        let keep_time = |path: &Path| {
            File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_modified(metadata.modified().unwrap())
                .unwrap();
        };
        keep_time(&copy);
        assert!(is_good(&path) && !is_good(&copy));
        fs::write(&path, "Entries").unwrap();
        keep_time(&path);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), metadata.modified().unwrap());
        assert!(!is_good(&path));
    }
}
