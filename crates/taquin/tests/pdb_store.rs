//! Files of tables: what is saved is found again, and a file that cannot be vouched for is an error that
//! says what to do.

use crate::common::{cell, shape};
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use taquin::exact::DistanceTable;
use taquin::pdb::{BuildError, Fault, FileKind, Pattern, Store, Table, TablesError, build};
use tempfile::TempDir;

fn pattern() -> Pattern {
    let tiles = [1, 2, 4].map(cell);
    Pattern::new(shape("3x3"), cell(0), &tiles).unwrap().canonical().0
}

fn table() -> Table {
    build(&pattern(), 1, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// A store with one table, and the table's file.
fn store() -> (TempDir, Store, PathBuf) {
    let directory = TempDir::new().unwrap();
    let store = Store::in_directory(directory.path().join("tables"));
    store.save(&table()).unwrap();
    let path = store.path_of(&pattern().to_string());
    (directory, store, path)
}

/// Writes over a file, which is read-only.
fn overwrite(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The message for a file whose bytes were changed.
fn spoilt(change: impl FnOnce(&mut Vec<u8>)) -> String {
    let (_directory, store, path) = store();
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    overwrite(&path, &bytes);
    let error = store.find(&pattern()).unwrap_err();
    assert_eq!(error.path(), path);
    let listed = store.list().unwrap();
    assert_eq!(listed[0].content.as_ref().unwrap_err().to_string(), error.to_string());
    let message = error.to_string();
    message.strip_prefix(&format!("{}: ", path.display())).expect("it names the file").to_string()
}

fn names(directory: &Path) -> Vec<String> {
    let files = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_table_is_found_again_as_it_was() {
    let (_directory, store, path) = store();
    let found = store.find(&pattern()).unwrap().expect("it was saved");
    let original = table();
    assert_eq!(found.entries(), original.entries());
    assert_eq!(found.histogram(), original.histogram());
    assert_eq!(found.pattern(), &pattern());
    let name = path.file_name().unwrap().to_str().unwrap().to_string();
    assert_eq!(name, format!("{}.v2.taquin-pdb", pattern()));
    assert_eq!(names(store.directory()), [name]);
    let listed = store.list().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].bytes, 4096 + original.entries().len() as u64);
    let header = listed[0].content.as_ref().unwrap();
    assert_eq!(header.pattern(), Some(pattern()));
    assert_eq!(header.histogram, original.histogram());
}

#[test]
fn what_is_not_there_is_no_error() {
    let directory = TempDir::new().unwrap();
    let store = Store::in_directory(directory.path().join("nowhere"));
    assert!(store.find(&pattern()).unwrap().is_none());
    assert!(store.list().unwrap().is_empty());
    assert!(!store.has(&pattern()));
    assert!(!store.directory().exists(), "looking changes nothing");
}

#[test]
fn damage_is_found_and_named() {
    let last = |bytes: &mut Vec<u8>| *bytes.last_mut().unwrap() ^= 1;
    assert!(spoilt(last).starts_with("damaged, its entries do not have the checksum"));
    assert!(spoilt(|bytes| bytes[4096] ^= 0x80).contains("remove it and build the table again"));
    for at in [12, 16, 20, 24, 28, 32, 40, 50, 56, 120, 4000, 4095] {
        assert!(spoilt(|bytes| bytes[at] ^= 4).starts_with("its header is damaged"), "byte {at}");
    }
    assert!(spoilt(|bytes| bytes.truncate(5000)).starts_with("truncated, 5000 of "));
    assert!(spoilt(|bytes| bytes.truncate(4096)).starts_with("truncated, 4096 of "));
    assert!(spoilt(|bytes| bytes.truncate(100)).starts_with("truncated, 100 of "));
    assert!(spoilt(|bytes| bytes.truncate(9)).starts_with("truncated, 9 of "));
    assert!(spoilt(|bytes| bytes.push(0)).starts_with("damaged, it has "));
    assert!(spoilt(|bytes| bytes.clear()).starts_with("not a table"));
    assert!(spoilt(|bytes| bytes[0] = b'P').starts_with("not a table"));
    assert!(spoilt(|bytes| bytes[8] = 3).starts_with("in format 3, and this program reads format 2"));
    assert!(spoilt(|bytes| bytes[8] = 1).starts_with("in format 1, of an older program"));
    assert!(spoilt(|bytes| bytes[8] = 0).starts_with("in format 0, which is none"));
}

#[test]
fn a_file_under_another_name_is_not_taken_for_that_table() {
    let (_directory, store, path) = store();
    let other = store.path_of("3x3-b8-0.1.3");
    fs::rename(&path, &other).unwrap();
    let error = store.table_at(&other).unwrap_err().to_string();
    assert!(error.contains("rename it to") && error.contains(path.file_name().unwrap().to_str().unwrap()));
}

#[test]
fn damage_is_told_from_what_is_better_left_alone() {
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let (_directory, store, path) = store();
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        overwrite(&path, &bytes);
        store.find(&pattern()).unwrap_err().fault().is_damage()
    };
    assert!(fault(&|bytes| bytes[4097] ^= 1) && fault(&|bytes| bytes[120] ^= 1));
    assert!(fault(&|bytes| bytes.truncate(5000)) && fault(&|bytes| bytes[8] = 1));
    assert!(!fault(&|bytes| bytes[8] = 3) && !fault(&|bytes| bytes.clear()));
}

#[test]
fn what_is_no_regular_file_is_none_of_ours() {
    let (_directory, store, path) = store();
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(store.find(&pattern()).unwrap_err().fault(), Fault::Foreign));
    assert!(matches!(store.list().unwrap()[0].content.as_ref().unwrap_err().fault(), Fault::Foreign));
}

#[test]
fn removing_leaves_nothing() {
    let (_directory, store, path) = store();
    store.remove(&path).unwrap();
    assert!(names(store.directory()).is_empty());
    assert!(store.remove(&path).unwrap_err().to_string().contains("cannot be removed"));
}

#[test]
fn what_a_killed_writer_left_is_removed_and_what_is_being_written_is_not() {
    let (_directory, store, path) = store();
    let name = path.file_name().unwrap().to_str().unwrap();
    let dead = store.directory().join(format!(".{name}.dead.part"));
    let alive = store.directory().join(format!(".{name}.alive.part"));
    fs::write(&dead, "half a table").unwrap();
    let writer = File::create(&alive).unwrap();
    writer.lock().unwrap();
    let strange = store.directory().join("notes.part");
    fs::write(&strange, "not ours").unwrap();
    assert_eq!(store.list().unwrap().len(), 1);
    assert!(!dead.exists() && alive.exists() && strange.exists());
    drop(writer);
    store.prepare().unwrap();
    assert!(!alive.exists());
}

#[test]
fn several_writers_of_one_table_do_not_disturb_each_other() {
    let (_directory, store, _) = store();
    let table = table();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    store.save(&table).unwrap();
                    assert!(store.find(&pattern()).unwrap().is_some());
                }
            });
        }
    });
    assert_eq!(names(store.directory()).len(), 1, "{:?}", names(store.directory()));
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let store = Store::in_directory(file.join("tables"));
    let error = store.prepare().unwrap_err().to_string();
    assert!(error.contains("file/tables") && error.contains("another directory"), "{error}");
}

#[test]
fn a_table_of_all_boards_is_found_again_for_every_goal_that_looks_alike() {
    let directory = TempDir::new().unwrap();
    let store = Store::in_directory(directory.path());
    let shape = shape("2x4");
    let never_stop = &mut |_, _| ControlFlow::Continue(());
    let table = DistanceTable::build(shape, cell(7), 1, never_stop).unwrap();
    assert!(store.find_all(shape, cell(7)).unwrap().is_none());
    store.save_all(&table).unwrap();
    assert_eq!(names(directory.path()), ["2x4-b0-all.v2.taquin-pdb"]);
    for corner in [0, 1, 6, 7].map(cell) {
        let found = store.find_all(shape, corner).unwrap().expect("corners look alike");
        assert_eq!((found.entries(), found.histogram()), (table.entries(), table.histogram()));
        assert_eq!(found.verify(1, never_stop), Ok(()));
    }
    assert!(store.find_all(shape, cell(2)).unwrap().is_none());

    let path = store.path_of_all(shape, cell(0));
    assert_eq!(store.header(&path).unwrap().kind, FileKind::AllBoards);
    let error = store.table_at(&path).unwrap_err();
    assert!(matches!(error.fault(), Fault::Kind), "it is no table of a pattern: {error}");
    let mut bytes = fs::read(&path).unwrap();
    bytes[5000] ^= 1;
    overwrite(&path, &bytes);
    let error = store.find_all(shape, cell(0)).unwrap_err();
    assert!(matches!(error.fault(), Fault::Entries), "{error}");
}

#[test]
fn a_table_that_is_missing_or_damaged_is_built_and_kept_and_found_the_next_time() {
    let (_directory, store, path) = store();
    let find_or_build = || {
        let mut levels = 0;
        let table = store.find_or_build(&pattern(), 2, &mut |_| {
            levels += 1;
            ControlFlow::Continue(())
        });
        (table.unwrap().entries().to_vec(), levels)
    };
    let right = table().entries().to_vec();
    assert_eq!(find_or_build(), (right.clone(), 0));
    store.remove(&path).unwrap();
    let (entries, levels) = find_or_build();
    assert!(entries == right && levels > 0);
    assert_eq!(find_or_build(), (right.clone(), 0));
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    overwrite(&path, &bytes);
    let (entries, levels) = find_or_build();
    assert!(entries == right && levels > 0);
    assert_eq!(find_or_build(), (right, 0));
}

#[test]
fn a_build_that_breaks_off_leaves_nothing_and_a_foreign_file_is_left_alone() {
    let (directory, store, path) = store();
    store.remove(&path).unwrap();
    let stopped = store.find_or_build(&pattern(), 1, &mut |_| ControlFlow::Break(())).unwrap_err();
    assert!(matches!(stopped, TablesError::Build(BuildError::Stopped)), "{stopped}");
    assert_eq!(names(&directory.path().join("tables")), [""; 0]);
    fs::write(&path, "a letter").unwrap();
    let foreign = store.find_or_build(&pattern(), 1, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(
        matches!(&foreign, TablesError::File(error) if matches!(error.fault(), Fault::Foreign)),
        "{foreign}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"a letter");
}
