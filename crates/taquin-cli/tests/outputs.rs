//! Files that commands write: complete or not at all, whatever happens meanwhile.

use crate::common::{run, taquin, taquin_with};
use predicates::str::contains;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const EASY: &str = "8 1 3/4 0 2/7 6 5";
/// No search of these tests comes to its end.
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

fn report(path: &Path) -> assert_cmd::Command {
    let mut command = taquin();
    command.args(["solve", EASY, "--report"]).arg(path);
    command
}

/// The program, started by a shell that runs a line of its own before.
fn after(shell: &str, directory: &Path) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new("sh");
    let line = format!("{shell}; exec \"$0\" \"$@\"");
    command.current_dir(directory).args(["-c", &line, env!("CARGO_BIN_EXE_taquin")]);
    command
}

/// Names of files in the making.
fn temporary_files(directory: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.to_string_lossy().ends_with(".taquin-tmp")).collect()
}

#[test]
fn a_new_file_keeps_the_permissions_of_the_old_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report");
    for mode in [0o600, 0o640, 0o666] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        report(&path).assert().success();
        assert!(fs::read_to_string(&path).unwrap().starts_with("8 1 3"));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn a_link_planted_under_a_temporary_name_is_not_followed() {
    let directory = tempfile::tempdir().unwrap();
    let victim = directory.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    // The process keeps its number when the shell becomes the program.
    let planted = "ln -s victim .rep.$$.tmp; ln -s victim .rep.$$.taquin-tmp; ln -s victim .rep.taquin-tmp";
    after(planted, directory.path()).args(["solve", EASY, "--report", "rep"]).assert().success();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert!(fs::read_to_string(directory.path().join("rep")).unwrap().starts_with("8 1 3"));
}

#[test]
fn a_link_stays_a_link_and_its_file_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let (link, file) = (directory.path().join("link"), directory.path().join("file"));
    symlink("file", &link).unwrap();
    for round in ["to nothing", "to a file"] {
        report(&link).assert().success();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{round}");
        assert!(fs::read_to_string(&file).unwrap().starts_with("8 1 3"), "{round}");
    }
    let circle = directory.path().join("circle");
    symlink("circle", &circle).unwrap();
    report(&circle).assert().code(2).stderr(contains("circle"));
}

#[test]
fn a_device_is_written_to_as_it_is() {
    let (code, out, _) = run(&mut report(Path::new("/dev/stdout")));
    assert_eq!(code, 0);
    assert!(out.contains("8 1 3 \n4 0 2 \n7 6 5 \n"), "{out}");
}

#[test]
fn what_goes_to_dev_stdout_is_added_to_the_file_that_standard_output_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out");
    let status = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["solve", EASY, "--report", "/dev/stdout"])
        .stdout(fs::File::create(&path).unwrap())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let out = fs::read_to_string(&path).unwrap();
    assert!(out.starts_with("14 moves") && out.contains("8 1 3 \n4 0 2 \n7 6 5 \n"), "{out}");
}

#[test]
fn a_long_name_is_no_trouble() {
    let directory = tempfile::tempdir().unwrap();
    report(&directory.path().join("n".repeat(250))).assert().success();
}

#[test]
fn what_cannot_be_written_is_said_before_any_search() {
    let picture = "compare --set korf100 --plot /nowhere/a.svg";
    taquin_with(picture).assert().code(2).stderr(contains("there is no directory /nowhere"));
    let drawing = ["trace", EASY, "blank-last", "/dev/null", "/nowhere/out2"];
    taquin().args(drawing).assert().code(2).stderr(contains("there is no directory /nowhere"));
}

/// No file can grow under this limit, as on a full disk.
const FULL_DISK: &str = "ulimit -f 0; trap '' XFSZ";

#[test]
fn a_full_disk_leaves_the_old_file_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old");
    let compare = ["compare", EASY, "--heuristics", "manhattan", "--force"];
    for arguments in [
        &["solve", EASY, "--report", "old"][..],
        &["trace", EASY, "blank-last", "old"],
        &[&compare[..], &["--export-csv", "old"]].concat(),
        &[&compare[..], &["--export-json", "old"]].concat(),
        &[&compare[..], &["--export-markdown", "old"]].concat(),
    ] {
        fs::write(&path, "precious").unwrap();
        let mut command = after(FULL_DISK, directory.path());
        command.args(arguments).assert().code(2).stderr(contains("old: "));
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "{arguments:?}");
        assert!(temporary_files(directory.path()).is_empty(), "{arguments:?}");
    }
}

/// A search that writes for a long time.
fn long_trace(path: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["trace", HARD, "blank-last"])
        .arg(path)
        .args(["--format", "json", "--max-steps", "1000000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until a file is in the making.
fn wait_for_temporary_file(directory: &Path) -> PathBuf {
    loop {
        if let Some(path) = temporary_files(directory).pop() {
            return path;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_a_killed_run_leaves_is_removed_by_the_next_one_and_a_running_one_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let mut writer = long_trace(&directory.path().join("out1"));
    let unfinished = wait_for_temporary_file(directory.path());
    report(&directory.path().join("report")).assert().success();
    assert!(unfinished.exists(), "its writer is at work");
    writer.kill().unwrap();
    writer.wait().unwrap();
    assert!(unfinished.exists(), "a killed program cannot tidy up");
    report(&directory.path().join("report")).assert().success();
    assert!(!unfinished.exists());
}

#[test]
fn a_run_that_is_told_to_end_leaves_no_temporary_file() {
    let directory = tempfile::tempdir().unwrap();
    let mut writer = long_trace(&directory.path().join("out1"));
    wait_for_temporary_file(directory.path());
    let sent = Command::new("kill").args(["-s", "TERM", &writer.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(writer.wait().unwrap().signal(), Some(15));
    assert!(temporary_files(directory.path()).is_empty());
}

#[test]
fn a_file_that_another_run_adds_to_is_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let (boards, rows) = (directory.path().join("boards"), directory.path().join("rows.csv"));
    fs::write(&boards, format!("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15\n{HARD}\n")).unwrap();
    let arguments = "-H zero -a idastar --time-limit 10m --threads 1 --resume --export-csv";
    let mut writer = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .arg("compare")
        .arg(&boards)
        .args(arguments.split(' '))
        .arg(&rows)
        .spawn()
        .unwrap();
    while !rows.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut second = taquin();
    second.arg("compare").arg(&boards).args(arguments.split(' ')).arg(&rows);
    second.assert().code(2).stderr(contains("another run is writing to it"));
    writer.kill().unwrap();
    writer.wait().unwrap();
    assert_eq!(fs::read_to_string(&rows).unwrap().lines().count(), 2, "the row of the first run is there");
}
