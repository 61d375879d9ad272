//! Full disks and odd files: an error that says so, the old file kept, nothing left behind.

use super::Round;
use super::program::{End, Run};
use crate::arguments::Stop;
use crate::debian::is_root;
use crate::step::at;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FULL: &str = "full disk";

/// A 15-puzzle with a solution of 14 moves.
const BOARD: &str = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12";

/// Files that commands replace, and the command of each.
const OUTPUTS: [(&str, &str); 6] = [
    ("old.txt", "solve BOARD --report old.txt"),
    ("old.txt", "trace BOARD blank-last old.txt --max-steps 3000"),
    ("old.html", "trace BOARD blank-last old.html --format html --max-steps 3000"),
    ("old.svg", "compare --random 2 --shape 3x3 --plot old.svg"),
    ("old.jsonl", "compare --random 40 --shape 3x3 --force --export-json old.jsonl"),
    ("old.csv", "compare --random 40 --shape 3x3 --force --export-csv old.csv"),
];

pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    match SmallDisk::mount(&round.directory.join("disk")) {
        Some(disk) => full_disk(round, &disk)?,
        None => round.ledger.skipped(FULL, "only the super-user of a Linux can mount a small tmpfs"),
    }
    full_device(round)?;
    odd_files(round)
}

/// A file system of a few megabytes in memory.
struct SmallDisk {
    path: PathBuf,
}

impl SmallDisk {
    const MEGABYTES: usize = 4;

    fn mount(path: &Path) -> Option<SmallDisk> {
        if !cfg!(target_os = "linux") || !is_root() {
            return None;
        }
        fs::create_dir_all(path).ok()?;
        let size = format!("size={}m", SmallDisk::MEGABYTES);
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(path)
            .stderr(Stdio::null())
            .status();
        mount.is_ok_and(|status| status.success()).then(|| SmallDisk { path: path.to_path_buf() })
    }

    /// Leaves room for this many pages of 4 KiB.
    fn fill(&self, free_pages: u64) -> Result<(), Stop> {
        let filler = self.path.join("filler");
        let mut written = fs::write(&filler, vec![1; SmallDisk::MEGABYTES << 20]);
        if written.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::StorageFull) {
            let length = fs::metadata(&filler).map_err(at(&filler))?.len();
            let file = fs::OpenOptions::new().write(true).open(&filler).map_err(at(&filler))?;
            written = file.set_len(length.saturating_sub(free_pages * 4096));
        }
        written.map_err(at(&filler))
    }

    fn empty(&self) -> Result<(), Stop> {
        for entry in fs::read_dir(&self.path).map_err(at(&self.path))?.flatten() {
            let path = entry.path();
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(at(&path))?;
        }
        Ok(())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.path).status();
    }
}

fn full_disk(round: &mut Round, disk: &SmallDisk) -> Result<(), Stop> {
    for (file, command) in OUTPUTS {
        disk.empty()?;
        let old = "what was there before\n".repeat(400);
        let path = disk.path.join(file);
        fs::write(&path, &old).map_err(at(&path))?;
        disk.fill(round.random.below(2))?;
        let run = call(round, &disk.path, command)?;
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let left =
            names(&disk.path)?.into_iter().find(|name| name != file && name != "filler" && name != "tables");
        let complaint = run
            .complaint()
            .or_else(|| {
                (run.end == End::Code(0) && kept == old).then(|| "success, but nothing was written".into())
            })
            .or_else(|| {
                (run.end != End::Code(0) && kept != old && !is_begun_export(file, &kept))
                    .then(|| format!("{file} was lost: {} bytes left", kept.len()))
            })
            .or_else(|| left.map(|name| format!("left behind: {name}")));
        round.ledger.tried(FULL, &run.command, complaint);
    }
    full_disk_of_tables(round, disk)
}

/// Whether a file holds the first rows of an export: with `--force` it takes the place of the old one with its first row,
/// and rows written before the disk was full are kept.
fn is_begun_export(file: &str, text: &str) -> bool {
    let row_begins = match file.rsplit_once('.') {
        Some((_, "csv")) => "number,shape,start",
        Some((_, "jsonl")) => "{\"number\":1,",
        _ => return false,
    };
    text.starts_with(row_begins)
}

/// A build on a full disk fails and leaves nothing; with room again the next one goes on.
fn full_disk_of_tables(round: &mut Round, disk: &SmallDisk) -> Result<(), Stop> {
    disk.empty()?;
    disk.fill(4 + round.random.below(40))?;
    let refused = call(round, &disk.path, "pdb build 4x4 5-5-5")?;
    let listed = call(round, &disk.path, "pdb list --json")?;
    let complaint = refused
        .complaint()
        .or_else(|| (refused.end == End::Code(0)).then(|| "tables of 1.5 MB on a full disk".into()))
        .or_else(|| listed.unless_answered());
    round.ledger.tried(FULL, &refused.command, complaint);
    fs::remove_file(disk.path.join("filler")).map_err(at(&disk.path))?;
    let again = call(round, &disk.path, "pdb build 4x4 5-5-5")?;
    let verified = call(round, &disk.path, "pdb verify")?;
    round.ledger.tried(FULL, &again.command, again.unless_answered().or_else(|| verified.unless_answered()));
    Ok(())
}

/// Standard output that cannot be written is an error, not a panic and not silence.
fn full_device(round: &mut Round) -> Result<(), Stop> {
    const TEST: &str = "standard output on a full device";
    let device = Path::new("/dev/full");
    if !device.exists() {
        round.ledger.skipped(TEST, "there is no /dev/full");
        return Ok(());
    }
    for command in
        ["solve BOARD", "solve BOARD --json", "check BOARD", "scramble --count 1000", "census --shape 3x2"]
    {
        let arguments = words(command);
        let run = round.program.call(&round.directory, arguments).output(device).run()?;
        let silent = || {
            (run.end != End::Code(2)).then(|| format!("{:?}: the answer was lost without a word", run.end))
        };
        round.ledger.tried(TEST, &run.command, run.complaint().or_else(silent));
    }
    Ok(())
}

/// Things in the way that are no regular files.
fn odd_files(round: &mut Round) -> Result<(), Stop> {
    const TEST: &str = "odd files where tables, boards and outputs should be";
    let tables = round.directory.join("tables");
    fs::create_dir_all(tables.join("folder.taquin-pdb")).map_err(at(&tables))?;
    fs::write(tables.join("empty.taquin-pdb"), "").map_err(at(&tables))?;
    fs::write(round.directory.join("file"), "no board").map_err(at(&round.directory))?;
    let fifo = tables.join("fifo.taquin-pdb");
    let _ = Command::new("mkfifo").arg(&fifo).status();
    link(Path::new("loop.taquin-pdb"), &tables.join("loop.taquin-pdb"));
    link(Path::new("nowhere"), &tables.join("dangling.taquin-pdb"));
    for command in [
        "pdb list",
        "pdb verify",
        "solve BOARD",
        "solve BOARD -H pdb",
        "check BOARD",
        "pdb build 3x3 full",
        "solve file",
        "solve tables",
        "solve BOARD --report tables",
        "solve BOARD --report file/report",
        "trace BOARD blank-last nowhere/trace",
        "solve BOARD --cache-dir file",
        "pdb build 3x3 full --cache-dir file/tables",
        "pdb list --cache-dir nowhere",
    ] {
        let run = call(round, &round.directory.clone(), command)?;
        round.ledger.tried(TEST, &run.command, run.complaint());
    }
    Ok(())
}

#[cfg(unix)]
fn link(target: &Path, path: &Path) {
    let _ = std::os::unix::fs::symlink(target, path);
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) {}

fn call(round: &Round, directory: &Path, command: &str) -> Result<Run, Stop> {
    round.program.call(directory, words(command)).run()
}

/// The words of a command, with the board in its place.
fn words(command: &str) -> Vec<&str> {
    command.split(' ').map(|word| if word == "BOARD" { BOARD } else { word }).collect()
}

fn names(directory: &Path) -> Result<Vec<String>, Stop> {
    let entries = fs::read_dir(directory).map_err(at(directory))?;
    Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}
