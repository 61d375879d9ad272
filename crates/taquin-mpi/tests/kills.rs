//! Processes that are killed: what is proved is kept, and nothing is counted twice.

use crate::common::{FLAGS, LONG, figures, file, mpirun, processes_below, run, taquin};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Whom to kill.
#[derive(Clone, Copy, Debug)]
enum Whom {
    First,
    Last,
    All,
}

/// Begins a search and kills processes of it after some time. True if they were at work.
fn kill(search: &mut Command, whom: Whom, after: Duration) -> bool {
    let mut mpirun = search.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    sleep(after);
    let processes = processes_below(mpirun.id());
    let whom = match whom {
        Whom::First => processes.first().into_iter().collect::<Vec<_>>(),
        Whom::Last => processes.last().into_iter().collect(),
        Whom::All => processes.iter().collect(),
    };
    let mut killed = false;
    for process in whom {
        killed |= Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success();
    }
    if !killed {
        // Not begun yet, or over.
        let _ = mpirun.kill();
    }
    mpirun.wait().unwrap();
    killed
}

fn kill_again_and_again(rounds: u64, pause: impl Fn(u64) -> Duration) {
    let directory = tempfile::tempdir().unwrap();
    let (_, alone, _) = run(taquin().args(["solve", LONG, "--json"]).args(FLAGS));
    let ledger = file(&directory, "ledger");
    let search = |processes: usize| {
        let mut command = mpirun(processes);
        command.args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS);
        command
    };
    let mut killed = 0;
    for round in 0..rounds {
        let whom = [Whom::Last, Whom::All, Whom::First][round as usize % 3];
        killed += u64::from(kill(&mut search(4), whom, pause(round)));
    }
    assert!(killed > 0, "no process was ever at work");
    let (code, text, error) = run(&mut search(3));
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "after {killed} kills: {error}");
    let (code, text, error) = run(taquin().args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS));
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "{error}");
}

#[test]
fn a_search_whose_processes_are_killed_ends_as_an_undisturbed_one() {
    kill_again_and_again(4, |round| Duration::from_millis(600 + 350 * round));
}

#[test]
#[ignore = "long: 100 kills; cargo xtask test --mpi runs it"]
fn a_search_that_is_killed_a_hundred_times_ends_as_an_undisturbed_one() {
    for seed in 0..10 {
        kill_again_and_again(10, |round| Duration::from_millis(400 + (round * 977 + seed * 389) % 1900));
    }
}
