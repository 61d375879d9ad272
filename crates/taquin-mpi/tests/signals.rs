//! Ctrl-C on `mpirun`, and a process that is stopped for too long.

use crate::common::{FLAGS, LONG, figures, file, mpirun, mpirun_by, processes_below, run, taquin};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Board 88 of Korf's: 6 billion nodes by Manhattan.
const VERY_LONG: &str = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4";

fn begin(search: &mut Command) -> Child {
    search.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Waits until so many processes are there.
fn wait_for(mpirun: &Child, processes: usize) -> Vec<u32> {
    for _ in 0..600 {
        let found = processes_below(mpirun.id());
        if found.len() == processes {
            return found;
        }
        sleep(Duration::from_millis(100));
    }
    panic!("the processes do not come");
}

fn said(mut mpirun: Child) -> (String, String) {
    let (mut out, mut error) = (String::new(), String::new());
    mpirun.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    mpirun.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(!mpirun.wait().unwrap().success());
    (out, error)
}

#[test]
fn control_c_says_what_is_known_and_keeps_the_ledger() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = file(&directory, "ledger");
    let mut search = mpirun(2);
    search.args(["solve", VERY_LONG, "--ledger", &ledger]).args(FLAGS);
    let mpirun = begin(&mut search);
    wait_for(&mpirun, 2);
    sleep(Duration::from_secs(3));
    signal("-INT", mpirun.id());
    let (out, error) = said(mpirun);
    assert!(out.contains("stopped") && out.contains("at least"), "{out}{error}");
    let (_, shown, _) = run(taquin().args(["ledger", "show", &ledger]));
    assert!(shown.contains("units"), "{shown}");
}

#[test]
fn a_process_that_is_silent_for_too_long_ends_all() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = file(&directory, "ledger");
    let mut search = mpirun(3);
    search.args(["--heartbeat", "4s", "solve", VERY_LONG, "--ledger", &ledger]).args(FLAGS);
    let mpirun = begin(&mut search);
    let processes = wait_for(&mpirun, 3);
    sleep(Duration::from_secs(2));
    signal("-STOP", processes[2]);
    let (_, error) = said(mpirun);
    assert!(error.contains("process 2 has not been heard of for 4s"), "{error}");
    assert!(error.contains("what is proved is in the ledger"), "{error}");
    assert!(run(taquin().args(["ledger", "show", &ledger])).1.contains("units"));
}

#[test]
fn a_ledger_that_cannot_be_written_is_told_and_the_search_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let ledger = file(&directory, "ledger");
    let (_, alone, _) = run(taquin().args(["solve", LONG, "--json"]).args(FLAGS));
    let mut limited = mpirun_by(2, &["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]);
    // No file may be longer than a block: messages go over sockets.
    limited.env("OMPI_MCA_btl", "self,tcp").env("OMPI_MCA_btl_tcp_if_include", "lo");
    limited.args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS);
    let (code, text, error) = run(&mut limited);
    assert_eq!(figures(&text), figures(&alone), "{error}");
    assert!(code == 2 && error.contains("cannot write"), "{code} {error}");
    let (code, text, _) = run(taquin().args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS));
    assert_eq!((code, figures(&text)), (0, figures(&alone)));
}
