//! Processes that are killed: what is proved is kept, and nothing is counted twice.

use crate::common::{FLAGS, LONG, figures, file, mpirun, processes_below, run, taquin};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Of four processes under `mpirun`, which ones are killed.
#[derive(Clone, Copy, Debug)]
enum Whom {
    One(usize),
    All,
}

/// What came of a search.
enum End {
    Killed,
    /// It was through before.
    Through(String),
}

/// Waits until all four processes are there. False if the search ends without.
fn wait_for_processes(mpirun: &mut Child) -> bool {
    for _ in 0..6000 {
        if processes_below(mpirun.id()).len() == 4 {
            return true;
        }
        if mpirun.try_wait().unwrap().is_some() {
            return false;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("the processes do not come");
}

/// Waits until `mpirun` ends after a kill. Open MPI's sometimes waits for itself for ever: its processes are dead, and so is it then.
fn end(mpirun: &mut Child) {
    for _ in 0..1200 {
        if mpirun.try_wait().unwrap().is_some() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    assert!(processes_below(mpirun.id()).is_empty(), "processes outlive one of them");
    mpirun.kill().unwrap();
}

/// Begins a search, and kills processes of it some time after they are there.
fn kill(search: &mut Command, whom: Whom, after: Duration) -> End {
    let mut mpirun = search.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut is_killed = false;
    if wait_for_processes(&mut mpirun) {
        sleep(after);
        let processes = processes_below(mpirun.id());
        let of = |number: usize| processes.get(number).into_iter().copied().collect::<Vec<u32>>();
        let whom = match whom {
            Whom::One(number) => of(number),
            Whom::All => processes.clone(),
        };
        for process in whom {
            let killed =
                Command::new("kill").args(["-9", &process.to_string()]).stderr(Stdio::null()).status();
            is_killed |= killed.unwrap().success();
        }
    }
    if is_killed {
        end(&mut mpirun);
    }
    let out = mpirun.wait_with_output().unwrap();
    match String::from_utf8(out.stdout).unwrap() {
        text if out.status.success() => End::Through(text),
        _ if is_killed => End::Killed,
        text => panic!("it ends by itself: {text}"),
    }
}

/// Kills a search so many times, and one after the other begins anew where it was through before.
fn kill_again_and_again(kills: u64, seed: u64) {
    let directory = tempfile::tempdir().unwrap();
    let (_, alone, _) = run(taquin().args(["solve", LONG, "--json"]).args(FLAGS));
    let ledger = file(&directory, "ledger");
    let search = |processes: usize| {
        let mut command = mpirun(processes);
        command.args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS);
        command
    };
    let (mut killed, mut round) = (0, seed);
    while killed < kills {
        let whom = [Whom::One(3), Whom::All, Whom::One(0), Whom::One(1), Whom::One(2)][round as usize % 5];
        let after = Duration::from_millis((round * 977) % 1300);
        match kill(&mut search(4), whom, after) {
            End::Killed => killed += 1,
            End::Through(text) => {
                assert_eq!(figures(&text), figures(&alone), "after {killed} kills");
                fs::remove_file(&ledger).unwrap();
            }
        }
        round += 1;
        assert!(round < seed + 20 * kills, "{killed} of {kills} kills met a search under way");
    }
    let (code, text, error) = run(&mut search(3));
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "after {killed} kills: {error}");
    let (code, text, error) = run(taquin().args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS));
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "{error}");
    println!("{killed} kills in {} searches", round - seed);
}

#[test]
fn a_search_whose_processes_are_killed_ends_as_an_undisturbed_one() {
    kill_again_and_again(3, 1);
}

#[test]
#[ignore = "long: 100 kills; cargo xtask test --mpi runs it"]
fn a_search_that_is_killed_a_hundred_times_ends_as_an_undisturbed_one() {
    kill_again_and_again(100, 0);
}
