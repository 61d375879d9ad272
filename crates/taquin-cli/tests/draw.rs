//! `draw`: boards and solutions as text and as pictures, and what heuristics count marked on tiles.

use crate::common::{assert_is_xml, run, stdout, taquin};
use crate::pdb::{cache, pdb};
use predicates::str::contains;
use std::fs;

const BOARD: &str = "8 1 3/4 0 2/7 6 5";

fn draw(arguments: &[&str]) -> String {
    let (code, out, err) = run(taquin().arg("draw").args(arguments));
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}: {out}");
    out
}

fn picture(arguments: &[&str]) -> String {
    let out = draw(&[arguments, &["--format", "svg"]].concat());
    assert_is_xml(&out);
    for outside in ["<script", "href", "url(", "@import"] {
        assert!(!out.contains(outside), "{outside}");
    }
    out
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn a_board_is_drawn_as_text_and_as_a_picture() {
    let out = draw(&[BOARD]);
    assert!(out.starts_with("+---+---+---+\n| 8 | 1 | 3 |\n"), "{out}");
    assert_eq!(out, draw(&["[[8,1,3],[4,0,2],[7,6,5]]"]), "boards in all forms");
    assert_eq!(out, draw(&["8", "1", "3", "4", "0", "2", "7", "6", "5"]), "without quotes");
    let out = picture(&[BOARD]);
    assert_eq!((count(&out, "class=\"tq-number\""), count(&out, "class=\"tq-hole\"")), (8, 1), "{out}");
    insta::assert_snapshot!("board", out);
}

#[test]
fn layers_of_a_box_stand_side_by_side() {
    let out = picture(&["1 2/3 4//5 6/7 0"]);
    assert_eq!((count(&out, "class=\"tq-tray\""), count(&out, "class=\"tq-number\"")), (2, 7), "{out}");
    assert!(draw(&["1 2/3 4//5 6/7 0"]).starts_with("+---+---+  +---+---+\n| 1 | 2 |  | 5 | 6 |\n"));
}

#[test]
fn what_a_heuristic_counts_is_marked_on_the_tiles() {
    let out = picture(&[BOARD, "--heuristic", "manhattan"]);
    assert!(out.contains("manhattan: 10") && count(&out, "class=\"tq-mark\"") == 5, "{out}");
    assert_eq!(count(&out, "class=\"tq-home\""), 3, "3, 4 and 7 are in their places");
    let out = picture(&["3 2 1/4 5 6/8 7 0", "--overlay", "linear-conflict"]);
    assert!(out.contains("linear-conflict: 6 + 6 = 12") && count(&out, "class=\"tq-leaves\"") == 3, "{out}");
    let out = picture(&["1 2 3/4 5 6/7 0 8", "-H", "out-of-place"]);
    assert!(out.contains("out-of-place: 2") && count(&out, "class=\"tq-away\"") == 1, "{out}");
    let out = draw(&["3 2 1/4 5 6/8 7 0", "-H", "linear-conflict"]);
    insta::assert_snapshot!("marked_text", out);
    let out = draw(&["2 1 3/4 5 6/7 8 0", "-H", "hamming"]);
    assert!(out.contains("| * | * |   |") && out.ends_with("hamming: 2\n"), "an unsolvable one, too: {out}");
    let refused = ["draw", BOARD, "-H", "walking-distance"];
    taquin().args(refused).assert().code(2).stderr(contains("take hamming, out-of-place, manhattan"));
}

#[test]
fn a_solution_is_a_strip_of_boards() {
    let solved = picture(&["1 2 3/0 4 6/7 5 8", "--solve"]);
    assert_eq!(count(&solved, "class=\"tq-tray\""), 4, "{solved}");
    assert!(solved.contains(">start<") && solved.contains(">1: 4 left<") && solved.contains(">3: 8 left<"));
    assert_eq!(count(&solved, "class=\"tq-moved\""), 3, "the tile that has just been moved");
    for moves in ["RDR", "R D R", "4 5 8", "LUL"] {
        assert_eq!(picture(&["1 2 3/0 4 6/7 5 8", "--solution", moves]), solved, "{moves}");
    }
    let directory = tempfile::tempdir().unwrap();
    let answer = directory.path().join("answer.jsonl");
    fs::write(&answer, stdout(taquin().args(["solve", "1 2 3/0 4 6/7 5 8", "--json"]))).unwrap();
    let answer = answer.to_str().unwrap();
    assert_eq!(picture(&["1 2 3/0 4 6/7 5 8", "--solution", answer]), solved);
    let one = picture(&["1 2 3/0 4 6/7 5 8", "--solve", "--columns", "1", "-H", "manhattan"]);
    assert!(one.contains(">h = 3<") && one.contains(">h = 0<"), "{one}");
    let text = draw(&["1 2 3/0 4 6/7 5 8", "--solution", "RDR"]);
    insta::assert_snapshot!("strip_text", text);
}

#[test]
fn a_solution_plays_itself() {
    let out = picture(&["1 2 3/0 4 6/7 5 8", "--solve", "--animate"]);
    for tile in [4, 5, 8] {
        let rule = out
            .split("@keyframes ")
            .find(|rule| rule.split_once('{').unwrap().0.ends_with(&format!("-{tile}")));
        let rule = rule.unwrap_or_else(|| panic!("{tile}: {out}"));
        let (x, y) = if tile == 5 { (0, -64) } else { (-64, 0) };
        assert!(rule.contains(&format!("translate({x}px,{y}px)")), "{rule}");
    }
    assert!(out.contains("infinite") && out.contains("prefers-reduced-motion"), "{out}");
    assert_eq!(count(&out, "class=\"tq-number\""), 8);
    assert!(out.contains(">3 moves<") && out.contains(">3 of 3<"), "{out}");
    let slow = picture(&["1 2 3/0 4 6/7 5 8", "--solve", "--animate", "--move-time", "2s"]);
    assert!(out.contains(":4.50s ") && slow.contains(":9.00s "), "{slow}");
    assert_eq!(
        draw(&["1 2 3/0 4 6/7 5 8", "--solve", "--animate"]),
        out,
        "it is a picture without being asked"
    );
}

#[test]
fn several_boards_make_a_sheet() {
    let boards = stdout(taquin().args(["scramble", "3x3", "--count", "5", "--seed", "1"]));
    let sheet = |more: &[&str]| {
        let mut command = taquin();
        command.arg("draw").args(more).write_stdin(boards.clone());
        command
    };
    let out = stdout(&mut sheet(&["--format", "svg"]));
    assert_is_xml(&out);
    assert_eq!(count(&out, "class=\"tq-tray\""), 5);
    assert_eq!(stdout(&mut sheet(&[])).split("\n\n").count(), 5);
    sheet(&["--solve"]).assert().code(2).stderr(contains("there are several here"));
    let mixed = "1 2/3 0\n1 2 3/4 5 6/7 8 0\n";
    taquin()
        .arg("draw")
        .write_stdin(mixed)
        .assert()
        .code(2)
        .stderr(contains("boards of 2x2 and, in line 2, of 3x3"));
}

#[test]
fn the_ending_of_a_file_tells_the_form() {
    let directory = tempfile::tempdir().unwrap();
    for (name, begin) in [("a.svg", "<svg "), ("a.txt", "+---+")] {
        let file = directory.path().join(name);
        assert_eq!(draw(&[BOARD, "-o", file.to_str().unwrap()]), "");
        assert!(fs::read_to_string(&file).unwrap().starts_with(begin), "{name}");
    }
    assert_eq!(draw(&[BOARD, "-o", "-"]), draw(&[BOARD]));
    let fails = |arguments: &[&str], message: &str| {
        taquin().arg("draw").args(arguments).assert().code(2).stderr(contains(message));
    };
    fails(&[BOARD, "-o", "a.png"], "a.png: a drawing is an .svg or a .txt file");
    fails(&[BOARD, "-o", "/nowhere/a.svg"], "/nowhere");
    fails(&[BOARD, "--animate"], "say --solve, or give one with --solution");
    fails(&[BOARD, "--solve", "--animate", "-o", "a.txt"], "--animate makes a picture");
    fails(&[BOARD, "--solution", "RDR"], "--solution: ");
    fails(&[BOARD, "--solution", "nonsense"], "--solution: ");
    fails(&[BOARD, "--solution", "nosuch.txt"], "--solution nosuch.txt: no such file, and not moves: ");
    fails(&["-", "--solution", "-"], "cannot both come from standard input");
    fails(&["1 2 3"], "1 2 3");
    assert!(!directory.path().join("a.png").exists());
}

#[test]
fn what_cannot_be_read_is_not_drawn() {
    let large = stdout(taquin().args(["scramble", "120x120", "--seed", "1"]));
    let refused = |arguments: &[&str], message: &str| {
        let mut command = taquin();
        command.arg("draw").args(arguments).write_stdin(large.clone());
        command.assert().code(2).stderr(contains(message));
    };
    refused(
        &["-f", "svg"],
        "a picture of a 120x120 board has 14400 cells: at most 10000 can be read; draw it as text",
    );
    let text = stdout(taquin().arg("draw").write_stdin(large.clone()));
    assert_eq!(text.lines().count(), 241);
    let board = stdout(taquin().args(["scramble", "20x20", "--seed", "1"]));
    let mut command = taquin();
    command.args(["draw", board.trim(), "--solve", "--time-limit", "1s", "-f", "svg"]);
    command.assert().code(2).stderr(contains("boards of 20x20 is too large: at most 150 can be read"));
    let (code, out, _) = run(taquin().args(["draw", "2 1 3/4 5 6/7 8 0", "--solve"]));
    assert!(code == 1 && out.starts_with("unsolvable: 1 inversion"), "{out}");
}

#[test]
fn a_table_can_be_drawn_and_a_set_cannot() {
    let cache = cache();
    assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
    let pictures = tempfile::tempdir().unwrap();
    let path = pictures.path().join("table.svg");
    let (code, out, err) = pdb(cache.path(), &format!("info 3x3-b4-0.1.2.3 --plot {}", path.display()));
    assert_eq!(code, 0, "{err}");
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.contains("3x3-b4-0.1.2.3: how many entries are at each distance"), "{picture}");
    assert!(out.contains("\ndistances 0 to 15,"), "{out}");
    assert!(picture.matches("<rect").count() > 15, "a bar for each distance: {out}");
    for (arguments, complaint) in [
        ("info 3x3 --plot a.svg", "--plot draws one table"),
        ("info 3x3-b4-0.1.2.3 --plot a.pdf", "an .svg or a .png"),
    ] {
        let (code, out, err) = pdb(cache.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(complaint), "{err}");
    }
}
