//! What people expect of any program: help, quiet, colours, names in any spelling, units, manual pages.

#[cfg(unix)]
use crate::common::terminal::on_a_terminal;
#[cfg(unix)]
use crate::common::{json, run, stdout, taquin, taquin_with};
use std::fs;

const EASY: &str = "1 2 3/0 4 6/7 5 8";

#[test]
fn help_is_a_command_too() {
    assert_eq!(stdout(taquin().arg("help")), stdout(taquin().arg("--help")));
    assert_eq!(stdout(taquin().args(["help", "solve"])), stdout(taquin().args(["solve", "--help"])));
    assert!(stdout(taquin().args(["pdb", "help", "build"])).contains("taquin pdb build"));
}

#[test]
fn the_short_help_is_short_and_the_long_one_has_examples_and_meanings() {
    for command in ["", "solve ", "check ", "compare ", "trace ", "scramble ", "pdb "] {
        let short = stdout(&mut taquin_with(&format!("{command}-h")));
        let long = stdout(&mut taquin_with(&format!("{command}--help")));
        assert!(short.lines().count() < long.lines().count(), "{command}");
        assert!(!short.contains("Examples:") && long.contains("Examples:"), "{command}");
    }
    let help = stdout(&mut taquin_with("solve --help"));
    assert!(help.contains("tiles that are not in their place (misplaced tiles)"), "{help}");
    assert!(help.contains("the board with the least f = g + h comes next"), "{help}");
}

#[test]
fn quiet_leaves_out_notes_but_not_errors() {
    for place in [&["--quiet", "solve", EASY][..], &["solve", EASY, "-q"]] {
        let (code, out, err) = run(taquin().args(place));
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
    }
    let (code, _, err) = run(taquin().args(["-q", "solve", "1 2/3 3"]));
    assert!(code == 2 && err.starts_with("error:"), "{err}");
}

#[test]
fn colours_can_be_asked_for() {
    assert!(stdout(taquin().args(["solve", EASY, "--color", "always"])).contains("\u{1b}["));
    assert!(
        !stdout(taquin().args(["solve", EASY, "--color=never"]).env("CLICOLOR_FORCE", "1"))
            .contains("\u{1b}[")
    );
    assert!(!stdout(taquin().args(["solve", EASY])).contains("\u{1b}["));
}

#[test]
fn names_are_known_in_any_spelling() {
    for (algorithm, heuristic, named) in [
        ("A*", "Manhattan", ["astar", "manhattan"]),
        ("ida*", "misplaced-tiles", ["idastar", "hamming"]),
        ("weighted_astar", "H2", ["weighted-astar", "manhattan"]),
        ("BFS", "", ["bfs", ""]),
    ] {
        let mut command = taquin();
        command.args(["solve", EASY, "--json", "--goal", "Blank_Last", "-a", algorithm]);
        if !heuristic.is_empty() {
            command.args(["--heuristics", heuristic]);
        }
        let (code, out, err) = run(&mut command);
        let found = json(&out);
        assert_eq!((code, found["algorithm"].as_str()), (0, Some(named[0])), "{err}");
        assert_eq!(found["heuristic"].as_str().unwrap_or_default(), named[1]);
    }
    let (code, _, err) = run(taquin().args(["solve", EASY, "--goal", "spiral"]));
    assert!(code < 2, "{err}");
}

#[test]
fn options_may_be_repeated() {
    let rows =
        stdout(taquin().args(["compare", EASY, "--heuristic", "hamming", "-H", "manhattan,zero", "--json"]));
    assert_eq!(rows.lines().count(), 3, "{rows}");
    let csv = stdout(taquin().args(["compare", EASY, "-H", "hamming", "-a", "astar", "-a", "bfs", "--csv"]));
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let last = json(&stdout(taquin().args(["solve", EASY, "--json", "-a", "bfs", "-a", "astar"])));
    assert_eq!(last["algorithm"], "astar");
}

#[test]
fn shapes_need_no_flag() {
    let seeded = |arguments: &str| stdout(&mut taquin_with(&format!("scramble {arguments} --seed 1")));
    assert_eq!(seeded("3x4"), seeded("--shape 3x4"));
    assert!(stdout(&mut taquin_with("census 2x3")).contains("360"));
    let (_, _, err) = run(&mut taquin_with("scramble 15 --seed 1"));
    assert!(err.contains("note: 15x15 has 224 tiles; the 15-puzzle is 4x4"), "{err}");
    assert!(!run(&mut taquin_with("scramble 4 --seed 1")).2.contains("puzzle is"));
}

#[test]
fn a_shape_with_the_name_of_a_puzzle_is_explained() {
    for arguments in ["scramble 15 --seed 1", "census 8 --depth 1", "compare --random 1 --shape 8 --walk 2"] {
        let (_, _, err) = run(&mut taquin_with(arguments));
        assert!(err.contains("-puzzle is ") && err.contains(" tiles; the "), "{arguments}: {err}");
    }
    let (code, _, err) = run(taquin_with("solve --shape 8").arg("1 2 3 0 4 6 7 5 8"));
    assert!(code == 2 && err.contains("the 8-puzzle is 3x3"), "{err}");
}

#[test]
fn a_search_that_is_stopped_without_a_solution_points_to_one() {
    let board = "21 9 23 1 4/8 17 3 0 19/5 2 18 14 22/24 11 10 6 13/12 7 20 15 16";
    let (code, _, err) = run(taquin_with("solve -a idastar -H manhattan --node-limit 1000").arg(board));
    assert!(code == 1 && err.contains("--first, without --algorithm"), "{err}");
    let (code, out, _) = run(taquin_with("solve --first -q").arg(board));
    assert!(code == 0 && out.contains(" moves, not proved optimal"), "{out}");
}

#[test]
fn times_are_seconds_and_sizes_need_a_unit() {
    assert_eq!(run(taquin().args(["solve", EASY, "--time-limit", "5"])).0, 0);
    let (code, _, err) = run(taquin().args(["solve", EASY, "--memory-limit", "100"]));
    assert!(code == 2 && err.contains("a size needs a unit: 100MB or 100GB"), "{err}");
    let (code, _, err) = run(taquin().args(["solve", EASY, "--threads", "0"]));
    assert!(code == 2 && err.contains("a whole number from 1"), "{err}");
}

#[test]
fn a_board_without_a_command_is_told_how_to_be_solved() {
    for arguments in [&[EASY][..], &["1", "2", "3", "0"], &["[[1,2],[3,0]]"]] {
        let (code, _, err) = run(taquin().args(arguments));
        assert!(code == 2 && err.contains("taquin solve \"1 2 3/4 0 6/7 5 8\""), "{err}");
    }
}

#[test]
fn a_command_line_that_cannot_be_read_points_to_what_was_meant() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("boards.txt"), "1 2/0 3\n").unwrap();
    for (arguments, tip) in [
        (&["boards.txt"][..], "taquin solve boards.txt"),
        (&["compare", EASY, "--report", "x"], "--report is an option of `solve`"),
        (&["solve", EASY, "--random", "5"], "--random is an option of `compare`"),
        (&["solve", EASY, "--heuritic", "h1"], "a similar argument exists: '--heuristic'"),
    ] {
        let (code, _, err) = run(taquin().current_dir(directory.path()).args(arguments));
        assert!(code == 2 && err.contains(tip), "{arguments:?}: {err}");
        assert!(!err.contains("as a value") && !err.contains("--plot"), "{arguments:?}: {err}");
    }
    let short = |option| stdout(taquin().args(["trace", EASY, option, "1"]));
    assert_eq!(short("--steps"), short("--max-steps"));
}

#[test]
fn moves_say_whose_they_are_and_steps_stand_side_by_side() {
    let out = stdout(taquin().args(["solve", "8 1 3/4 0 2/7 6 5", "-q", "--show"]));
    let moves = out.lines().find_map(|line| line.strip_prefix("blank: ")).expect("a line of moves");
    let groups: Vec<usize> = moves.split(' ').map(str::len).collect();
    assert_eq!(groups, [5, 5, 4], "{moves}");
    assert!(out.contains("Step 0: start") && out.contains("Step 14: "), "{out}");
    assert!(out.lines().any(|line| line.matches("Step ").count() >= 4), "{out}");
    assert!(out.lines().all(|line| line.len() <= 80) && !out.contains("g*"), "{out}");
    let plain = stdout(taquin().args(["solve", EASY, "-q", "--notation", "tile"]));
    assert_eq!(plain.lines().nth(1), Some("LUL"));
}

#[test]
fn an_unsolvable_board_has_two_short_lines_with_the_way_on() {
    let (code, out, _) = run(taquin().args(["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]));
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "unsolvable: 1 inversion + 0 rows of the blank: an odd sum stays odd (`taquin check` explains)\n\
         with 14 and 15 swapped it could be solved; as it is it can be slid to --goal blank-first\n"
    );
}

#[test]
fn check_says_what_each_estimate_counts() {
    let out = stdout(taquin().args(["check", EASY]));
    assert!(out.contains("hamming          tiles that are not in their place (misplaced tiles)"), "{out}");
    assert!(out.contains("never below hamming"), "{out}");
}

#[test]
fn manual_pages_keep_the_lines_of_examples() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("man1");
    let (code, out, err) = run(taquin().args(["completions", "man", "--output"]).arg(&pages));
    assert_eq!(code, 0, "{err}");
    let names: Vec<&str> = out.lines().filter_map(|path| path.rsplit('/').next()).collect();
    assert!(names.len() >= 17 && names.contains(&"taquin-pdb-build.1"), "{out}");
    for name in names.iter().filter(|name| !["taquin-pdb-list.1", "taquin-pdb-verify.1"].contains(name)) {
        let page = fs::read_to_string(pages.join(name)).unwrap();
        let examples = page.split(".SH EXAMPLES\n.nf\n").nth(1).unwrap_or_else(|| panic!("{name}: {page}"));
        assert!(examples.contains("taquin") && examples.contains(".fi"), "{name}");
        assert!(!page.contains(".SH EXTRA"), "{name}");
        let others = page.lines().filter(|line| line.starts_with("taquin") && line.ends_with("(1)"));
        for other in others.map(|line| line.replace('\\', "").replace("(1)", ".1")) {
            assert!(names.contains(&other.as_str()), "{name} names {other}");
        }
    }
    let build = stdout(taquin().args(["completions", "man", "pdb", "build"]));
    assert_eq!(build, fs::read_to_string(pages.join("taquin-pdb-build.1")).unwrap());
}

#[test]
fn a_port_in_use_is_explained() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, _, err) = run(taquin().args(["serve", "--port", &port]));
    assert!(code == 2 && err.contains("--port 0 picks a free one"), "{err}");
}

#[cfg(unix)]
#[test]
fn texts_fit_terminals_of_40_80_and_200_columns() {
    for columns in [40, 80, 200] {
        let out =
            on_a_terminal(columns, &["solve", "8 1 3/4 0 2/7 6 5", "--show", "--heuristic", "manhattan"]);
        assert!(out.contains("blank: ") && out.contains("tiles: "), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= usize::from(columns)), "{out}");
        let widest = out.lines().map(|line| line.matches("Step ").count()).max();
        assert!(widest >= Some(usize::from(columns / 20)), "{columns}: {out}");
        let out = on_a_terminal(columns, &["solve", "1 2 3/4 5 6/7 8 8"]);
        assert!(out.lines().all(|line| line.chars().count() <= usize::from(columns)), "{columns}: {out}");
        assert!(out.contains("8 appears twice, 0 is"), "{out}");
    }
}
