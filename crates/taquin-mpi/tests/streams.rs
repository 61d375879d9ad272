//! Many boards by several processes.

use crate::common::{figures, file, mpirun, run, taquin};
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// Random boards of all sorts, some of them wrong.
fn boards(directory: &tempfile::TempDir) -> String {
    let (_, easy, _) = run(taquin().args(["scramble", "3x3", "--count", "200", "--seed", "5"]));
    let (_, hard, _) = run(taquin().args(["scramble", "4x4", "--count", "12", "--seed", "5"]));
    let path = file(directory, "boards");
    let wrong = "1 2 3/4 5 6/8 7 0\nno board\n";
    fs::write(&path, [&hard, wrong, &easy, wrong].concat()).unwrap();
    path
}

#[test]
fn answers_come_in_the_order_of_the_boards() {
    let directory = tempfile::tempdir().unwrap();
    let boards = boards(&directory);
    let solve = ["solve", &boards, "--json", "-H", "walking-distance"];
    let (_, alone, _) = run(taquin().args(solve));
    let all = |text: &str| text.lines().map(figures).collect::<Vec<_>>();
    assert_eq!(all(&alone).len(), 216);
    for processes in [2, 3] {
        let (code, text, error) = run(mpirun(processes).args(solve));
        assert_eq!(code, 2, "some are no boards: {error}");
        assert_eq!(all(&text), all(&alone), "{processes} processes");
        assert_eq!(error.matches("is not a number").count(), 2, "{error}");
        assert!(error.contains("216 boards in"), "{error}");
    }
}

#[test]
fn boards_are_solved_as_they_come() {
    let mut solving =
        mpirun(2).args(["solve", "-q"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut boards = solving.stdin.take().unwrap();
    let mut answers = std::io::BufRead::lines(std::io::BufReader::new(solving.stdout.take().unwrap()));
    writeln!(boards, "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8").unwrap();
    boards.flush().unwrap();
    let first = [answers.next().unwrap().unwrap(), answers.next().unwrap().unwrap()];
    assert!(first[0].starts_with('1') && first[1].starts_with('2'), "{first:?}");
    writeln!(boards, "8 1 3/4 0 2/7 6 5").unwrap();
    boards.flush().unwrap();
    let third = answers.next().unwrap().unwrap();
    assert!(third.starts_with("14"), "{third}");
    drop(boards);
    assert!(solving.wait().unwrap().success() && answers.next().is_none());
}

#[test]
fn a_stream_goes_on_with_its_ledger() {
    let directory = tempfile::tempdir().unwrap();
    let boards = file(&directory, "boards");
    let (_, hard, _) = run(taquin().args(["scramble", "4x4", "--count", "8", "--seed", "7"]));
    fs::write(&boards, hard).unwrap();
    let ledger = file(&directory, "ledger");
    let solve = ["solve", &boards, "--json", "-a", "idastar", "-H", "walking-distance"];
    let (_, alone, _) = run(taquin().args(solve));
    let all = |text: &str| text.lines().map(figures).collect::<Vec<_>>();
    for processes in [3, 2] {
        let (code, text, error) = run(mpirun(processes).args(solve).args(["--ledger", &ledger]));
        assert_eq!((code, all(&text)), (0, all(&alone)), "{error}");
    }
    let (code, text, error) = run(taquin().args(solve).args(["--ledger", &ledger]));
    assert_eq!((code, all(&text)), (0, all(&alone)), "{error}");
}
