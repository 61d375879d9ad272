//! `compare`: the tables of the classic programs, limits, exports, pictures, reports. What `--resume` does is
//! in `resume.rs`.

use crate::common::rows::{column, rows};
use crate::common::{run, stdout, taquin, taquin_with};
use predicates::str::contains;
use std::fs;
use std::path::Path;

/// The cells `expanded/generated` of the table with a line for each board.
fn cells(out: &str) -> Vec<Vec<String>> {
    let is_cell = |word: &&str| {
        let mut parts = word.trim_end_matches('*').split('/');
        let number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u64>().is_ok());
        number(parts.next()) && number(parts.next()) && parts.next().is_none()
    };
    let numbered = |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
    out.lines()
        .filter(numbered)
        .map(|line| {
            let words = line.rsplit("  ").map(str::trim).filter(is_cell);
            let mut cells: Vec<String> = words.map(|word| word.trim_end_matches('*').to_string()).collect();
            cells.reverse();
            cells
        })
        .filter(|cells| !cells.is_empty())
        .collect()
}

#[test]
fn the_table_of_reference_r1() {
    let (code, out, _) = run(&mut taquin_with("compare --convention classic-descent"));
    assert_eq!(code, 0);
    let expected =
        [["8/22", "6/15"], ["11/29", "7/17"], ["4/10", "4/10"], ["5/12", "5/12"], ["296/786", "44/114"]];
    assert_eq!(cells(&out), expected);
}

#[test]
fn the_table_of_reference_r2_with_the_whole_space_of_the_unsolvable_board() {
    let (code, out, _) = run(&mut taquin_with("compare --convention classic-prompt --exhaustive"));
    assert_eq!(code, 1, "one board has no solution");
    let expected = [
        ["24/44", "10/19"],
        ["4/9", "4/9"],
        ["8/17", "7/15"],
        ["3813/5886", "283/452"],
        ["584/942", "137/230"],
        ["18834/27597", "2317/3578"],
        ["181440/181439", "181440/181439"],
    ];
    assert_eq!(cells(&out), expected);
}

#[test]
fn without_exhaustive_an_unsolvable_board_is_named_and_not_searched() {
    let (code, out, _) = run(&mut taquin_with("compare --convention classic-prompt"));
    assert_eq!(code, 1);
    let line = out.lines().find(|line| line.contains("2 1 3/4 5 6/7 8 0")).unwrap();
    assert!(line.contains("unsolvable") && !line.contains("181"), "{line}");
    assert!(out.contains("1 board cannot be solved: left out of every mean"), "{out}");
}

#[test]
fn classic_26_counts_marked_boards_and_classic_lists_counts_children() {
    let out = stdout(&mut taquin_with("compare --convention classic-26 --export-csv -"));
    let marked: Vec<&str> = out.lines().skip(1).map(|line| line.split(',').nth(13).unwrap()).collect();
    assert_eq!(marked[..3], ["23", "44", "59"]);
    assert_eq!(cells(&stdout(&mut taquin_with("compare --convention classic-lists"))), [["3/8"], ["7/14"]]);
}

#[test]
fn the_boards_of_reference_r4() {
    let (code, out, _) = run(&mut taquin_with("compare --convention classic-explored"));
    assert_eq!(code, 1, "the worked board cannot be solved");
    let cost = |board: &str| {
        let line = out.lines().find(|line| line.contains(board)).unwrap();
        line.split(board).nth(1).unwrap().split_whitespace().next().unwrap().to_string()
    };
    assert_eq!(cost("7 2 4/6 0 5/8 3 1"), "unsolvable");
    assert_eq!(cost("0 8 7/6 5 4/3 2 1"), "28");
    assert_eq!(cost("8 6 7/2 5 4/3 0 1"), "31");
}

#[test]
fn one_board_gets_a_table_with_everything() {
    let out = stdout(taquin().args(["compare", "8 1 3/4 0 2/7 6 5", "--heuristics", "all"]));
    // Times differ from run to run, and so does the width of their column.
    let is_time = |words: &[&str]| words.len() > 6;
    let text: Vec<String> = out
        .lines()
        .map(|line| {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            if is_time(&words) && line.contains("kB") {
                let memory = words.iter().rposition(|&word| word == "kB").unwrap();
                words.drain(memory - 3..memory - 1);
            }
            words.join(" ").trim_start_matches('-').replace("- ", "")
        })
        .filter(|line| !line.contains("--"))
        .collect();
    insta::assert_snapshot!("one_board", text.join("\n"));
}

#[test]
fn results_are_the_same_whatever_the_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    let made = ["1", "4"].map(|threads| {
        let path = directory.path().join(threads);
        taquin_with("compare --random 12 --shape 3x3 --seed 5 --algorithms astar,idastar,greedy,bfs")
            .args(["--threads", threads, "--export-csv"])
            .arg(&path)
            .assert()
            .success();
        rows(&path)
    });
    assert_eq!(made[0].len(), 12 * (3 * 4 + 1));
    assert_eq!(made[0], made[1]);
}

#[test]
fn the_memory_limit_is_for_all_runs_together() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    taquin_with("compare --random 4 --shape 4x4 -H zero --memory-limit 40MB --threads 4 --export-csv")
        .arg(&path)
        .assert()
        .code(1);
    assert_eq!(column(&path, "stopped_by"), ["memory"; 4]);
    assert_eq!(column(&path, "memory_limit"), ["10000000"; 4]);
    for bytes in column(&path, "peak_bytes") {
        assert!(bytes.parse::<u64>().unwrap() <= 10_000_000, "{bytes}");
    }
}

#[test]
fn a_limit_that_is_reached_while_tables_are_built_has_its_row() {
    for (limit, why) in [("--time-limit 0s", "time"), ("--memory-limit 1MB --threads 1", "memory")] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.csv");
        taquin_with(&format!("compare --random 2 --shape 5x5 --seed 1 -H pdb {limit} --export-csv"))
            .arg(&path)
            .assert()
            .code(1);
        assert_eq!(column(&path, "stopped_by"), [why; 2]);
        assert_eq!(column(&path, "heuristic"), ["pdb"; 2]);
    }
}

#[test]
fn a_limit_is_reported_and_never_dropped_from_a_mean() {
    let (code, out, _) = run(&mut taquin_with(
        "compare --random 5 --shape 3x3 --seed 1 --heuristics zero,manhattan --node-limit 3000",
    ));
    assert_eq!(code, 1);
    let zero = out.lines().rfind(|line| line.starts_with("zero ")).unwrap();
    assert!(zero.contains("≥ 3,000"), "{zero}");
    assert!(out.contains("stopped (nodes)") && out.contains("zero: 5 runs hit a limit"), "{out}");
}

#[test]
fn one_unsolvable_board_gets_its_sentence_and_no_table() {
    let (code, out, err) = run(taquin().args(["compare", "2 1 3/4 5 6/7 8 0"]));
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(
        out,
        "unsolvable: 1 inversion: an odd number stays odd (`taquin check` explains)\n\
         with 7 and 8 swapped it could be solved; as it is it can be slid to --goal snail\n"
    );
    // What is searched all the same has its table.
    let out = stdout(taquin().args(["compare", "2 1/3 0", "--exhaustive", "-H", "zero"]));
    assert!(out.contains("zero") && out.contains("12"), "{out}");
}

#[test]
fn boards_of_an_exact_depth() {
    let costs = |arguments: &str| -> Vec<String> {
        let out = stdout(&mut taquin_with(&format!("compare {arguments} --export-csv -")));
        out.lines().skip(1).map(|line| line.split(',').nth(10).unwrap().to_string()).collect()
    };
    assert_eq!(costs("--random 4 --shape 3x3 --depth 20 --heuristics manhattan"), ["20"; 4]);
    assert_eq!(costs("--random 9 --shape 3x3 --depth 31 --heuristics walking-distance"), ["31"; 2]);
    assert_eq!(costs("--random 2 --shape 4x4 --depth 12 --heuristics manhattan"), ["12"; 2]);
    taquin_with("compare --random 1 --shape 3x3 --depth 32")
        .assert()
        .code(2)
        .stderr(contains("exactly 32 moves"));
}

#[test]
fn exports_speak_csv_json_and_markdown() {
    let compare = |form: &str| {
        let mut command = taquin_with("compare --convention classic-lists --heuristics manhattan");
        stdout(command.args([form, "-"]))
    };
    let csv = compare("--export-csv");
    assert!(csv.starts_with("number,shape,start,goal,convention,algorithm,heuristic,solvable,"), "{csv}");
    assert_eq!(csv.lines().count(), 3);
    for line in compare("--export-json").lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&row["convention"], &row["heuristic"]), (&"classic-lists".into(), &"manhattan".into()));
    }
    let markdown = compare("--export-markdown");
    assert!(markdown.starts_with("| # | board |") && markdown.contains("| solved |"), "{markdown}");
}

#[test]
fn pictures_are_drawn_as_svg_and_png() {
    let directory = tempfile::tempdir().unwrap();
    for (name, kind) in [("a.svg", "scatter"), ("b.svg", "box"), ("c.png", "auto")] {
        let path = directory.path().join(name);
        taquin_with("compare --random 10 --shape 3x3 --plot-kind")
            .arg(kind)
            .arg("--plot")
            .arg(&path)
            .assert()
            .success();
        let bytes = fs::read(&path).unwrap();
        if name.ends_with("svg") {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains("walking-distance") && text.contains("nodes expanded"));
        } else {
            assert!(bytes.starts_with(b"\x89PNG"));
        }
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3, "no temporary file stays");
}

#[test]
fn weights_are_combinations_of_their_own_and_a_frontier_has_a_point_for_each() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("frontier.svg");
    let mut command = taquin_with(
        "compare --random 20 --shape 3x3 --algorithms weighted-astar --heuristics manhattan --weight 1,2,5 \
         --columns cost,expanded --plot-kind frontier --plot",
    );
    let table = stdout(command.arg(&path));
    let figures = |name: &str| -> Vec<f64> {
        let line =
            table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {table}"));
        let figures = line.split_whitespace().rev().take(2);
        figures.map(|figure| figure.replace(',', "").parse().unwrap()).collect()
    };
    let (one, five) = (figures("manhattan × 1"), figures("manhattan × 5"));
    assert!(five[0] < one[0] && five[1] > one[1], "fewer nodes, longer solutions: {table}");
    let picture = fs::read_to_string(&path).unwrap();
    assert_eq!(picture.matches("<circle").count(), 3);
    for name in ["manhattan × 1: ", "manhattan × 2: ", "manhattan × 5: "] {
        assert!(picture.lines().any(|line| line.trim().starts_with(name)), "{name}: {picture}");
    }
}

#[test]
fn a_picture_of_one_board_has_bars_with_their_figures() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one.svg");
    taquin().args(["compare", "8 1 3/4 0 2/7 6 5", "--plot"]).arg(&path).assert().success();
    let text = fs::read_to_string(&path).unwrap();
    // The figures of the table: hamming, manhattan, linear-conflict, walking-distance.
    for figure in ["223", "33", "31", "22"] {
        assert!(text.lines().any(|line| line.trim() == figure), "{figure}: {text}");
    }
    assert_eq!(text.lines().filter(|line| line.trim() == "14 moves").count(), 4, "{text}");
    let several = directory.path().join("several.svg");
    taquin_with("compare --random 10 --shape 3x3 --seed 1 --plot-kind bars --plot")
        .arg(&several)
        .assert()
        .success();
    assert!(fs::read_to_string(&several).unwrap().contains("nodes expanded"));
}

#[test]
fn an_experiment_writes_a_report_with_tables_and_pictures() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report");
    taquin_with("compare --experiment n8 --heuristics manhattan,walking-distance --output")
        .arg(&path)
        .assert()
        .success();
    let report = fs::read_to_string(path.join("report.md")).unwrap();
    assert!(report.contains("| manhattan | 100/100 |"), "{report}");
    assert!(report.contains("## By length of the solution") && report.contains("expanded.svg"), "{report}");
    assert_eq!(rows(&path.join("rows.csv")).len(), 200);
    assert!(path.join("expanded.svg").exists() && path.join("boxes.svg").exists());
}

#[test]
fn the_report_in_the_documents_is_what_its_command_writes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report");
    taquin_with("compare --experiment n8 --seed 1 --output").arg(&path).assert().success();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiment-n8/rows.csv");
    let fresh = path.join("rows.csv");
    assert_eq!(rows(&fresh).len(), 700);
    // Times and memory are those of a machine; all else is the same everywhere.
    for field in ["number", "start", "heuristic", "cost", "expanded", "generated", "reached"] {
        assert_eq!(column(&fresh, field), column(&committed, field), "{field}");
    }
}

#[test]
fn conventions_are_known_in_any_spelling_and_by_their_earlier_names() {
    let expected = stdout(&mut taquin_with("compare --convention classic-lists"));
    for name in ["r3", "Classic_Lists", "R3"] {
        assert_eq!(
            cells(&stdout(&mut taquin_with(&format!("compare --convention {name}")))),
            cells(&expected)
        );
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_a_way_out() {
    let fails = |arguments: &str, message: &str| {
        taquin_with(&format!("compare {arguments}")).assert().code(2).stderr(contains(message));
    };
    fails("--set korf100 --plot a.gif", ".svg or a .png");
    fails("--random 3 --resume", "--export-csv");
    fails("--convention classic-descent --algorithms astar", "algorithm of its own");
    fails("--convention mine", "no convention is called `mine`; there are standard, classic-26,");
    fails("--convention classic-descent --exhaustive", "open list that can run empty");
    fails("--random 3 --heuristics hamburg", "walking-distance");
    fails("--random 3 --algorithms dijkstra", "bidirectional");
    fails("--random 3 --export-csv - --export-json -", "only one export");
    fails("--random 0", "invalid value");
    taquin().arg("compare").write_stdin("").assert().code(2).stderr(contains("no board here"));
}

#[test]
fn boards_may_be_piped_in() {
    let out = stdout(taquin().arg("compare").write_stdin("8 1 3/4 0 2/7 6 5\n1 2 3/0 4 6/7 5 8\n"));
    assert_eq!(cells(&out).len(), 2, "{out}");
}

#[test]
fn the_hundred_boards_of_korf_are_built_in() {
    let out = stdout(&mut taquin_with(
        "compare --set korf100 --heuristics manhattan --node-limit 1 --export-csv -",
    ));
    assert_eq!(out.lines().count(), 101);
    assert!(out.contains("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"));
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!("help_compare", stdout(taquin().args(["compare", "--help"])));
}
