//! Searches that survive and spread: `--ledger`, `ledger`, `units`, `work`, `merge`.

use crate::common::{json, run, taquin, taquin_with};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Board 5 of Korf's: 11 million nodes by Manhattan.
const SHORT: &str = "4 7 14 13/10 3 9 12/11 5 6 15/1 2 8 0";
/// Board 25: 101 million.
const LONG: &str = "11 4 2 7/1 0 10 15/6 9 14 8/3 13 5 12";
const FLAGS: [&str; 6] = ["--goal", "blank-first", "-a", "idastar", "-H", "manhattan"];

fn solve(board: &str, more: &[&str]) -> (i32, String, String) {
    run(taquin().args(["solve", board]).args(FLAGS).args(more))
}

/// What must be the same in all runs.
fn figures(line: &str) -> Vec<Value> {
    let answer = json(line);
    ["cost", "optimal", "moves", "expanded", "generated", "iterations"]
        .map(|name| answer[name].clone())
        .to_vec()
}

#[test]
fn a_search_that_is_killed_again_and_again_ends_as_an_undisturbed_one() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = directory.path().join("ledger");
    let name = ledger.to_str().unwrap();
    let (_, undisturbed, _) = solve(LONG, &["--json"]);
    for kill in 0..8u64 {
        let threads = (1 + kill % 3).to_string();
        let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["solve", LONG])
            .args(FLAGS)
            .args(["--threads", &threads, "--ledger", name])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(50 + 977 * kill % 1300));
        child.kill().unwrap();
        child.wait().unwrap();
        if kill % 3 == 2
            && let Ok(bytes) = fs::read(&ledger)
        {
            // As after a loss of power in the middle of a record.
            fs::write(&ledger, &bytes[..bytes.len() - bytes.len().min(3)]).unwrap();
        }
    }
    let (code, resumed, _) = solve(LONG, &["--json", "--threads", "2", "--ledger", name]);
    assert_eq!(code, 0);
    assert_eq!(figures(&resumed), figures(&undisturbed));
    let (_, again, notes) = solve(LONG, &["--json", "--ledger", name]);
    assert_eq!(figures(&again), figures(&undisturbed));
    assert!(notes.contains("going on with"), "{notes}");
    assert!(fs::metadata(&ledger).unwrap().len() < 200_000);
}

#[test]
fn a_ledger_is_shown_and_verified() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = directory.path().join("ledger");
    let name = ledger.to_str().unwrap();
    assert_eq!(solve(SHORT, &["--ledger", name]).0, 0);
    let (code, text, _) = run(taquin().args(["ledger", "show", name]));
    assert_eq!(code, 0);
    for part in ["for one board", "by idastar; manhattan; prune undo", "solved: 56 moves, proved optimal"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, line, _) = run(taquin().args(["ledger", "show", "--json", name]));
    let last = json(&line)["iterations"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["bound"], 56);
    let (code, text, _) = run(taquin().args(["ledger", "verify", "--sample", "20", name]));
    assert!(code == 0 && text.starts_with("right: 20 runs"), "{text}");
    let (code, _, error) = run(taquin().args(["ledger", "show", "/nowhere/at/all"]));
    assert!(code == 2 && error.contains("cannot read /nowhere/at/all"), "{error}");
}

#[test]
fn another_search_than_the_recorded_one_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = directory.path().join("ledger");
    let name = ledger.to_str().unwrap();
    assert_eq!(solve(SHORT, &["--ledger", name]).0, 0);
    let (code, _, error) = solve(LONG, &["--ledger", name]);
    assert!(
        code == 2 && error.contains("is for the board") && error.contains("name another file"),
        "{error}"
    );
    let (code, _, error) = solve(SHORT, &["--prune", "automaton", "--ledger", name]);
    assert!(code == 2 && error.contains("was begun by"), "{error}");
    let (code, _, error) = solve(SHORT, &["--node-limit", "5", "--ledger", name]);
    assert!(code == 2 && error.contains("--node-limit"), "{error}");
    let text = directory.path().join("text");
    fs::write(&text, "not a ledger at all, but a text that somebody needs\n").unwrap();
    let (code, _, error) = solve(SHORT, &["--ledger", text.to_str().unwrap()]);
    assert!(code == 2 && error.contains("is no ledger"), "{error}");
    assert!(fs::read_to_string(&text).unwrap().starts_with("not a ledger"));
}

#[test]
fn a_ledger_that_would_record_nothing_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = directory.path().join("ledger");
    let name = ledger.to_str().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let (code, _, error) = run(taquin().args(arguments).args(["--ledger", name]));
        assert!(code == 2 && error.contains(why) && !ledger.exists(), "{error}");
        error
    };
    refused(&["solve", SHORT, "-a", "astar"], "astar has no units, so that nothing would be recorded");
    refused(&["bench", "korf100", "--boards", "2", "-a", "beam"], "beam has no units");
    refused(&["solve", SHORT, "--metric", "shifts"], "searches in shifts are not recorded");
    let error = refused(&["solve", SHORT, "--first"], "cannot be used with '--ledger");
    assert!(!error.contains("is an option of"), "{error}");
    // A device has no end.
    for device in ["/dev/full", "/dev/zero"].iter().filter(|device| Path::new(device).exists()) {
        let (code, _, error) = solve(SHORT, &["--ledger", device]);
        assert!(code == 2 && error.contains("it is no file, but a device"), "{error}");
        let (code, _, error) = run(taquin().args(["ledger", "show", device]));
        assert!(code == 2 && error.contains("it is no file, but a device"), "{error}");
    }
}

#[test]
fn a_benchmark_goes_on_with_the_boards_that_are_left() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = directory.path().join("ledger");
    let bench = |boards: &str| {
        let mut command = taquin_with("bench korf100 --json --boards");
        let (code, text, _) = run(command.arg(boards).arg("--ledger").arg(&ledger));
        assert_eq!(code, 0, "{text}");
        text.lines().map(json).collect::<Vec<Value>>()
    };
    let first = bench("5,2");
    let both = bench("5,2,79");
    // Figures of boards that are done are those of the first run, times included.
    assert_eq!(both[..2], first);
    let (_, text, _) = run(taquin().args(["ledger", "show"]).arg(&ledger));
    assert!(text.contains("3 boards") && text.contains("proved optimal"), "{text}");
}

#[test]
fn a_full_disk_does_not_end_a_search() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = directory.path().join("ledger");
    // No file may be longer than a block: that is what a full disk looks like to the program.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_taquin"), "solve", SHORT]).args(FLAGS);
    let (code, out, error) = run(command.arg("--ledger").arg(&ledger));
    assert!(out.contains("56 moves"), "{out}");
    assert!(code == 2 && error.contains("cannot write"), "{error}");
    // What was written is whole, and the search goes on with it.
    let (_, undisturbed, _) = solve(SHORT, &["--json"]);
    let (code, resumed, _) = solve(SHORT, &["--json", "--ledger", ledger.to_str().unwrap()]);
    assert_eq!((code, figures(&resumed)), (0, figures(&undisturbed)));
}

/// All shards of a file of units, on one thread and on two.
fn work(directory: &Path, units: &str, shards: usize) -> Vec<String> {
    let result = |number: usize| {
        let out =
            directory.join(format!("{}-{number}", Path::new(units).file_name().unwrap().to_str().unwrap()));
        let out = out.to_str().unwrap().to_string();
        let mut command = taquin();
        command.args(["work", units, "--out", &out, "--threads"]).arg((1 + number % 2).to_string());
        let (code, text, error) = run(command.args(["--shard", &format!("{number}/{shards}")]));
        assert!(code == 0 && text.starts_with(&format!("shard {number}/{shards} of bound")), "{text}{error}");
        out
    };
    (1..=shards).map(result).collect()
}

#[test]
fn shards_on_any_machines_add_up_to_the_answer() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    let (_, undisturbed, _) = solve(SHORT, &["--json"]);
    let mut units = file("units0");
    let begin = ["units", SHORT, "--nodes", "1M", "--out", &units];
    let (code, text, _) = run(taquin().args(begin).args(FLAGS));
    assert!(code == 0 && text.contains("units of bound"), "{text}");
    for round in 1.. {
        let results = work(directory.path(), &units, 3);
        let next = file(&format!("units{round}"));
        let merge = |results: &[&String]| {
            run(taquin().args(["merge", &units]).args(results).args(["--nodes", "1M", "--out", &next]))
        };
        let [first, second, third] = [&results[0], &results[1], &results[2]];
        let (code, _, error) = merge(&[first, third]);
        assert!(code == 2 && error.contains("shard 2/3 is missing"), "{error}");
        let (code, _, error) = merge(&[first, second, third, second]);
        assert!(code == 2 && error.contains("shard 2/3 is there twice"), "{error}");
        let (code, text, error) = merge(&[first, second, third]);
        assert_eq!(code, 0, "{error}");
        if text.contains("56 moves") {
            let expanded = json(&undisturbed)["expanded"].as_u64().unwrap();
            let digits: String = text
                .lines()
                .nth(1)
                .unwrap()
                .split(',')
                .map_while(|part| {
                    (!part.contains("generated"))
                        .then(|| part.trim_start_matches("expanded").trim().to_string())
                })
                .collect();
            assert_eq!(digits, expanded.to_string(), "{text}");
            assert!(round > 1, "there was nothing to share");
            return;
        }
        let foreign = run(taquin().args(["merge", &next]).args(&results).args(["--out", &file("none")]));
        assert!(foreign.0 == 2 && foreign.2.contains("is no shard of these units"), "{}", foreign.2);
        units = next;
    }
}

/// The scripts of docs/clusters, with a stand-in for the queue that runs the tasks of an array one after the other.
#[test]
fn the_scripts_for_slurm_solve_a_board() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let stand_in = "#!/bin/sh\nset -eu\nfor argument in \"$@\"; do\n    case $argument in --array=1-*) count=${argument#--array=1-} ;; esac\n    script=$argument\ndone\nfor task in $(seq \"$count\"); do\n    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$count sh \"$script\"\ndone\n";
    let queue = directory.path().join("sbatch");
    fs::write(&queue, stand_in).unwrap();
    fs::set_permissions(&queue, fs::Permissions::from_mode(0o755)).unwrap();
    symlink(env!("CARGO_BIN_EXE_taquin"), directory.path().join("taquin")).unwrap();
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clusters");
    let path = format!("{}:{}", directory.path().display(), std::env::var("PATH").unwrap());
    let mut command = assert_cmd::Command::new("sh");
    command.arg(scripts.join("search.sh")).args(["4", SHORT]).args(FLAGS);
    command.env("PATH", path).env("NODES", "1M").env("TAQUIN_CACHE_DIR", directory.path());
    let (code, out, error) = run(command.current_dir(directory.path()));
    assert!(
        code == 0 && out.contains("shard 4/4 of bound") && out.contains("56 moves (optimal)"),
        "{out}{error}"
    );
    assert!(directory.path().join("units-2").exists());
}
