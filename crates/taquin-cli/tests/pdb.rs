//! `taquin pdb`: tables are built, listed, verified and removed; whatever goes wrong meanwhile, nothing
//! half is left and nothing wrong is used.

use crate::common::{run, taquin};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Arguments after `taquin pdb`, separated by spaces, with a cache directory.
pub(crate) fn pdb(cache: &Path, arguments: &str) -> (i32, String, String) {
    run(taquin().arg("pdb").args(arguments.split(' ')).arg("--cache-dir").arg(cache))
}

pub(crate) fn cache() -> TempDir {
    TempDir::new().unwrap()
}

pub(crate) fn names(directory: &Path) -> Vec<String> {
    let files = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The files of tables; there must be nothing else but their stamps.
pub(crate) fn tables(directory: &Path) -> Vec<PathBuf> {
    let names = names(directory);
    for name in &names {
        assert!(name.ends_with(".taquin-pdb") || name.ends_with(".taquin-pdb.checked"), "{names:?}");
    }
    let tables = names.into_iter().filter(|name| name.ends_with(".taquin-pdb"));
    tables.map(|name| directory.join(name)).collect()
}

/// Writes over a file, which is read-only.
pub(crate) fn overwrite(file: &Path, bytes: &[u8]) {
    fs::remove_file(file).unwrap();
    fs::write(file, bytes).unwrap();
}

#[test]
fn tables_are_built_once_listed_explained_verified_and_removed() {
    let cache = cache();
    let (code, out, err) = pdb(cache.path(), "build 3x3");
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("note: 3x3 4-4: 2 tables to build, 131.1 kB in "), "{err}");
    assert!(err.contains("of memory"), "{err}");
    assert_eq!(out.lines().filter(|line| line.contains("  built  ")).count(), 2, "{out}");
    let files = tables(cache.path());
    assert_eq!(files.len(), 2);

    let (code, out, err) = pdb(cache.path(), "build 3x3 4-4 --goal blank-first");
    assert_eq!((code, err.as_str()), (0, ""), "corners share tables");
    assert_eq!(out.lines().filter(|line| line.ends_with("  there already")).count(), 2, "{out}");

    let (code, out, _) = pdb(cache.path(), "list");
    assert_eq!(code, 0);
    assert!(out.starts_with("table"), "{out}");
    assert_eq!(out.lines().count(), 4, "{out}");

    let (code, out, _) = pdb(cache.path(), "list --json");
    assert_eq!(code, 0);
    let listed: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(listed[0]["shape"], "3x3");
    assert_eq!(listed[0]["kind"], "pattern");
    assert_eq!(listed[0]["tiles"].as_array().unwrap().len(), 4);
    assert!(listed[0]["error"].is_null());

    let name = listed[0]["name"].as_str().unwrap();
    let (code, out, _) = pdb(cache.path(), &format!("info {name}"));
    assert_eq!(code, 0);
    assert!(out.contains("\npattern ") && out.contains("\ndistances 0 to "), "{out}");
    let (code, by_file, _) = pdb(cache.path(), &format!("info {}", files[0].display()));
    assert_eq!((code, by_file), (0, out));
    let (code, out, _) = pdb(cache.path(), "info 3x3:4-4");
    assert_eq!(code, 0);
    assert!(out.contains("  .AA/AAB/BBB") && out.matches("  there\n").count() == 2, "{out}");

    let (code, out, err) = pdb(cache.path(), "verify");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out.matches("  right  checksums, every entry and the histogram, ").count(), 2, "{out}");

    let (code, out, _) = pdb(cache.path(), "remove 3x3:4-4");
    assert_eq!((code, out.matches("  removed  ").count()), (0, 2), "{out}");
    assert!(names(cache.path()).is_empty());
    let (code, out, err) = pdb(cache.path(), "list");
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(err.starts_with("note: no tables in "), "{err}");
}

#[test]
fn the_sets_of_a_shape_are_listed_and_its_tables_removed_together() {
    let cache = cache();
    let (code, out, err) = pdb(cache.path(), "info 4x4");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out.matches("not built").count(), 4, "{out}");
    for name in ["7-8 ", "7-6-2 ", "6-6-3 ", "5-5-5 "] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}: {out}");
    }
    assert_eq!(pdb(cache.path(), "info 4").1, out, "a number is a square");
    for build in ["build 3", "build 3x2 3-2", "build 3x3 full"] {
        assert_eq!(pdb(cache.path(), build).0, 0);
    }
    let (_, out, _) = pdb(cache.path(), "info 3x3");
    let built = |name: &str| out.lines().any(|line| line.starts_with(name) && line.ends_with("  built"));
    assert!(built("4-4 ") && built("full "), "{out}");
    let removed = fs::read_dir(cache.path()).unwrap().flatten();
    let part = removed.map(|file| file.path()).find(|path| {
        path.to_string_lossy().ends_with(".taquin-pdb") && path.to_string_lossy().contains("3x3-b")
    });
    fs::remove_file(part.unwrap()).unwrap();
    let (_, out, _) = pdb(cache.path(), "info 3x3");
    assert!(out.contains("1 of 2 built"), "{out}");

    let (code, out, _) = pdb(cache.path(), "verify 3x2");
    assert!(code == 0 && out.contains("3x2-"), "{out}");
    let (code, out, _) = pdb(cache.path(), "remove 3x3");
    assert_eq!((code, out.matches("  removed  ").count()), (0, 2), "{out}");
    assert!(out.contains("2 tables removed, "), "{out}");
    assert!(tables(cache.path()).iter().all(|path| path.to_string_lossy().contains("3x2-")));
    let (code, out, _) = pdb(cache.path(), "remove --all");
    assert!(code == 0 && out.contains("  removed  "), "{out}");
    assert!(names(cache.path()).is_empty());
    let (code, out, err) = pdb(cache.path(), "remove --all");
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(err.starts_with("note: nothing to remove in "), "{err}");
}

#[test]
fn a_table_has_one_size_wherever_it_is_told() {
    let cache = cache();
    let size = |text: &str, what: &str| -> String {
        let line = text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {text}"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let unit =
            words.iter().position(|word| ["B", "kB", "MB"].contains(&word.trim_end_matches(','))).unwrap();
        format!("{} {}", words[unit - 1], words[unit].trim_end_matches(','))
    };
    let (_, built, _) = pdb(cache.path(), "build 3x3");
    let (_, listed, _) = pdb(cache.path(), "list");
    let table = built.lines().next().unwrap().split_whitespace().next().unwrap();
    let (_, told, _) = pdb(cache.path(), &format!("info {table}"));
    let (_, of_set, _) = pdb(cache.path(), "info 3x3:4-4");
    let (_, removed, _) = pdb(cache.path(), &format!("remove {table}"));
    let first = size(&built, table);
    assert_eq!(first, "65.5 kB");
    for size in
        [size(&listed, table), size(&told, "entries"), size(&of_set, table), size(&removed, "removed")]
    {
        assert_eq!(size, first);
    }
}

#[test]
fn searches_use_the_tables_that_are_there_if_they_can_be_vouched_for() {
    let cache = cache();
    let with_cache = |arguments: &[&str]| run(taquin().args(arguments).arg("--cache-dir").arg(cache.path()));
    let board = "8 1 3/4 0 2/7 6 5";
    assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
    let solve = ["solve", board, "--algorithm", "idastar", "--heuristic", "pdb:4-4"];
    let (code, out, err) = with_cache(&solve);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("14 moves, proved optimal"), "{out}");

    let file = &tables(cache.path())[0];
    let mut bytes = fs::read(file).unwrap();
    bytes[5000] ^= 1;
    overwrite(file, &bytes);
    for arguments in [&solve[..], &["compare", board, "--heuristics", "pdb:4-4"]] {
        let (code, _, err) = with_cache(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(err.contains(file.to_str().unwrap()) && err.contains("damaged"), "{arguments:?}: {err}");
    }
}

#[test]
fn patterns_can_be_drawn_for_any_goal() {
    let cache = cache();
    let (code, out, err) = pdb(cache.path(), "build 3x3 .AA/ABB/CCC --goal snail");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("built"), "{out}");
    assert_eq!(pdb(cache.path(), "verify").0, 0);
}

#[test]
fn names_that_are_none_are_answered_with_those_that_are() {
    let cache = cache();
    let error = |arguments: &str| {
        let (code, out, err) = pdb(cache.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}");
        err
    };
    assert!(error("build 4x4 8-8").contains("patterns of 16 tiles in all: 4x4 has 15"));
    assert!(error("build 4x4 best14").contains("take 7-8, 7-6-2, 6-6-3, 5-5-5"));
    assert!(error("build 4x4 .AAA").contains("a drawing of 4 cells: 4x4 has 16"));
    assert!(error("build 9x1").contains("9x1 has no patterns"));
    assert!(error("build 6x6").contains("6x6 has no patterns"));
    assert!(error("build 3x4 --goal 1,2,3/4,5,6/7,8,0").contains("goal"));
    assert!(error("info 4x4-b0-1.2.3").contains("`taquin pdb list` shows what is there"));
    assert!(error("info 4x4:8-8-8").contains("4x4"));
    assert!(error("verify nothing").contains("nothing: no such table in "));
    assert!(error("remove nothing").contains("nothing: no such table in "));
    assert!(error("remove").contains("required"));
    assert!(error("remove 3x3 --all").contains("cannot be used with"));
    assert!(error("remove all").contains("`taquin pdb remove --all` removes all there are"));
    assert!(error("info 9x1").contains("9x1 has no pattern databases"));
    for command in ["build 15", "build 15 full", "info 15", "verify 15", "remove 15"] {
        let err = error(command);
        assert!(err.contains("; 15x15 has 224 tiles; the 15-puzzle is 4x4"), "{command}: {err}");
    }
    assert!(!error("build 6").contains("puzzle"), "6 is 6x6");
    assert!(names(cache.path()).is_empty());
    let mine = cache.path().join("letter.txt");
    fs::write(&mine, "dear friend").unwrap();
    assert!(error(&format!("remove {}", mine.display())).contains("no such table"));
    assert!(mine.exists(), "only tables are removed");
}

#[test]
fn a_memory_limit_that_is_too_small_is_a_no() {
    let cache = cache();
    let (code, out, err) = pdb(cache.path(), "build 4x4 --memory-limit 1GB");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("above --memory-limit 1.0 GB; sets of 4x4 are 7-8, 7-6-2, 6-6-3, 5-5-5"), "{err}");
    assert!(names(cache.path()).is_empty());
    assert_eq!(pdb(cache.path(), "build 3x3 --memory-limit 100MB").0, 0);
    let (code, out, _) = pdb(cache.path(), "verify --memory-limit 1kB");
    assert_eq!(code, 1);
    assert!(out.contains("not verified: it takes 327.7 kB of memory"), "{out}");
}

#[test]
fn a_directory_that_cannot_be_written_to_is_named_before_anything_is_built() {
    let cache = cache();
    let file = cache.path().join("file");
    fs::write(&file, "").unwrap();
    let (code, out, err) = pdb(&file.join("tables"), "build 3x3");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("file/tables") && err.contains("keep tables in another directory"), "{err}");
}

#[test]
fn the_directory_is_the_one_asked_for_else_the_environments_else_the_users() {
    let (asked, told, home) = (cache(), cache(), cache());
    let build = |arguments: &[&str], told: &str| {
        let mut command = taquin();
        command.args(["pdb", "build", "3x2", "3-2"]).args(arguments);
        command.env("TAQUIN_CACHE_DIR", told).env("HOME", home.path());
        command.env("XDG_CACHE_HOME", home.path().join("xdg"));
        command.assert().code(0);
    };
    let path = |directory: &TempDir| directory.path().to_str().unwrap().to_string();
    build(&["--cache-dir", &path(&asked)], &path(&told));
    assert!(!tables(asked.path()).is_empty() && names(told.path()).is_empty());
    build(&[], &path(&told));
    assert!(!tables(told.path()).is_empty() && names(home.path()).is_empty());
    build(&[], "");
    assert!(!names(home.path()).is_empty());
    if cfg!(target_os = "linux") {
        assert!(!tables(&home.path().join("xdg/taquin")).is_empty());
    }
}

#[cfg(unix)]
mod processes {
    use super::*;

    #[test]
    fn what_is_no_regular_file_is_never_opened() {
        let cache = cache();
        assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
        let name = "pipe.taquin-pdb";
        let made =
            |name: &str| Command::new("mkfifo").arg(cache.path().join(name)).status().unwrap().success();
        assert!(made(name) && made(".pipe.taquin-pdb.1.part"));
        for command in ["list", "verify"] {
            let (code, out, _) = pdb(cache.path(), command);
            assert_eq!(code, 1, "{command}: {out}");
            let line = out.lines().find(|line| line.starts_with(name));
            assert!(line.is_some_and(|line| line.contains("not a table")), "{command}: {out}");
        }
    }
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    fn spawn(cache: &Path, arguments: &str) -> Child {
        Command::new(env!("CARGO_BIN_EXE_taquin"))
            .arg("pdb")
            .args(arguments.split(' '))
            .arg("--cache-dir")
            .arg(cache)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Waits until the program has said what it is going to build.
    fn wait_for_note(child: &mut Child) -> BufReader<std::process::ChildStderr> {
        let mut err = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        err.read_line(&mut line).unwrap();
        assert!(line.starts_with("note: "), "{line}");
        err
    }

    #[test]
    fn a_build_that_is_killed_leaves_nothing_wrong() {
        let cache = cache();
        let mut killed = 0;
        for delay in (0..240).step_by(16) {
            let mut child = spawn(cache.path(), "build 4x4 5-5-5");
            std::thread::sleep(Duration::from_millis(delay));
            killed += usize::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
            let (code, out, err) = pdb(cache.path(), "list");
            assert_eq!(code, 0, "{out}{err}");
            tables(cache.path());
        }
        assert!(killed > 0, "no build lasted long enough");
        assert_eq!(pdb(cache.path(), "build 4x4 5-5-5").0, 0);
        assert_eq!(pdb(cache.path(), "verify").0, 0);
        tables(cache.path());
    }

    #[test]
    fn an_interrupted_build_says_so_and_leaves_nothing_half() {
        let cache = cache();
        let mut child = spawn(cache.path(), "build 5x5 5-5-5-5-4 --threads 1");
        let err = wait_for_note(&mut child);
        let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(status.success());
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&child.wait().unwrap()), Some(2));
        let said: Vec<String> = err.lines().map(Result::unwrap).collect();
        assert!(said.iter().any(|line| line.contains("stopped by Ctrl-C: nothing half is left")), "{said:?}");
        assert!(tables(cache.path()).is_empty());
    }

    #[test]
    fn a_table_that_is_cut_short_in_use_is_not_a_silent_end() {
        let cache = cache();
        let mut child = spawn(cache.path(), "build 5x5 5-5-5-5-4 --threads 1");
        let err = wait_for_note(&mut child);
        // What the system sends to a program that reads a page of a map that is gone.
        assert!(Command::new("kill").args(["-BUS", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(2));
        let said: Vec<String> = err.lines().map(Result::unwrap).collect();
        assert!(said.iter().any(|line| line.contains("cut short while it was in use")), "{said:?}");
    }

    #[test]
    fn two_builds_at_the_same_time_both_succeed() {
        let cache = cache();
        let mut children: Vec<Child> = (0..3).map(|_| spawn(cache.path(), "build 4x4 5-5-5")).collect();
        assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
        assert_eq!(pdb(cache.path(), "verify").0, 0);
        assert!(!tables(cache.path()).is_empty());
    }

    #[test]
    fn a_disk_that_is_full_is_said_and_nothing_is_left() {
        let cache = cache();
        // The system lets no file grow beyond 20 kB, and says so instead of killing the program.
        let script = "trap '' XFSZ; ulimit -f 20; exec \"$0\" pdb build 3x3 --cache-dir \"$1\"";
        let output = Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_taquin")])
            .arg(cache.path())
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains("cannot be written, and nothing was left behind: "), "{err}");
        assert!(err.contains("make room there, or keep tables in another directory"), "{err}");
        assert!(names(cache.path()).is_empty(), "{:?}", names(cache.path()));
        assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
    }
}
