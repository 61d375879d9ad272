//! What people see on terminals of 40, 80 and 200 columns.

use crate::common::terminal::Terminal;

/// What a command writes on a terminal, without progress lines, and its exit code.
fn screen(columns: u16, arguments: &[&str]) -> (Option<i32>, String) {
    let (status, text) = Terminal::start(columns, arguments).end();
    (status.code(), text)
}

fn assert_fits(columns: u16, text: &str) {
    let wide = text.lines().find(|line| line.chars().count() > usize::from(columns));
    assert_eq!(wide, None, "{columns} columns: {text}");
}

const WIDTHS: [u16; 3] = [40, 80, 200];

#[test]
fn compare_fits_every_screen_and_says_what_it_leaves_out() {
    for columns in WIDTHS {
        for arguments in [
            &["compare", "--random", "5"][..],
            &["compare", "8 1 3/4 0 2/7 6 5"],
            &["compare", "8 1 3/4 0 2/7 6 5", "-H", "all", "-a", "astar,idastar"],
            &["compare", "--random", "2", "--shape", "4x4", "--walk", "20"],
        ] {
            let (code, text) = screen(columns, arguments);
            assert_eq!(code, Some(0), "{text}");
            assert_fits(columns, &text);
            assert!(text.contains("expanded"), "{text}");
            assert_eq!(text.contains("no room here for: "), columns < 200 && !shows_all(&text), "{text}");
        }
    }
}

/// Whether the figures of all columns are there, whichever way round the table is.
fn shows_all(text: &str) -> bool {
    let has_boards = text.contains("/7 6 5") || text.contains("#    board") || !text.contains("#  ");
    let names = ["cost", "generated", "reached", "branching", "time", "memory"];
    let is_header = |line: &str, name: &str| line.split("  ").any(|word| word.trim() == name);
    has_boards && names.iter().all(|name| text.lines().any(|line| is_header(line, name)))
}

#[test]
fn columns_have_names_of_their_own_and_one_order_everywhere() {
    let (_, wide) = screen(200, &["compare", "--random", "3"]);
    let header = wide.lines().find(|line| line.contains("(median)")).expect("a header");
    let names: Vec<&str> = header.split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
    let expected = [
        "solved",
        "cost",
        "expanded",
        "expanded (median)",
        "generated",
        "generated (median)",
        "reached",
        "branching",
        "time",
        "time (median)",
        "memory",
        "best on",
    ];
    assert_eq!(names, expected);
    // Turned, on 80 columns, they have the same order from top to bottom.
    let (_, turned) = screen(80, &["compare", "--random", "3"]);
    let places: Vec<usize> =
        expected.iter().map(|name| turned.find(&format!("\n{name}  ")).unwrap()).collect();
    assert!(places.is_sorted(), "{turned}");
    let (_, csv) = screen(200, &["compare", "1 2 3/0 4 6/7 5 8", "--csv"]);
    let order = ["cost", "expanded", "generated", "reached", "effective_branching", "seconds", "peak_bytes"];
    let columns: Vec<&str> =
        csv.lines().find(|line| line.contains("peak_bytes")).unwrap().split(',').collect();
    let places: Vec<_> =
        order.iter().map(|name| columns.iter().position(|column| column == name).unwrap()).collect();
    assert!(places.is_sorted(), "{csv}");
}

#[test]
fn columns_can_be_chosen() {
    let chosen = ["compare", "--random", "3", "--columns", "expanded,Expanded_Median,best-on"];
    let (code, text) = screen(80, &chosen);
    assert_eq!(code, Some(0));
    assert!(
        text.contains("expanded  expanded (median)  best on") && text.contains("nodes expanded\n"),
        "{text}"
    );
    assert!(!text.contains("memory  ") && !text.contains("generated"), "{text}");
    let (code, text) = screen(80, &["compare", "--random", "3", "--columns", "nodes"]);
    assert_eq!(code, Some(2));
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("no column is called `nodes`: there are solved, cost, expanded"), "{text}");
    assert_fits(80, &text);
}

#[test]
fn an_unsolvable_board_is_told_in_a_sentence_by_compare_too() {
    for columns in WIDTHS {
        for command in ["compare", "solve"] {
            let (code, text) = screen(columns, &[command, "2 1 3/4 5 6/7 8 0"]);
            assert_eq!(code, Some(1));
            assert_fits(columns, &text);
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains("unsolvable: 1 inversion: an odd number stays odd"), "{text}");
            assert!(words.contains("with 7 and 8 swapped it could be solved"), "{text}");
            assert!(!text.contains("mean") && !text.contains("hamming"), "{text}");
        }
    }
}

#[test]
fn answers_and_notes_are_broken_between_words() {
    for columns in WIDTHS {
        for arguments in [
            &["solve", "5 0 8/4 2 1/7 3 6", "--convention", "classic-descent"][..],
            &["solve", "8 1 3/4 0 2/7 6 5", "--show"],
            &["solve", "1 2 3/4 5 6/7 8"],
            &["check", "7 2 4/6 0 5/8 3 1"],
            &["check", "8 1 3/4 0 2/7 6 5"],
        ] {
            let (_, text) = screen(columns, arguments);
            assert_fits(columns, &text);
        }
    }
}

#[test]
fn progress_begins_with_what_matters_and_fits() {
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    for columns in [40, 80] {
        let (_, text) = screen(
            columns,
            &["solve", hard, "--heuristic", "manhattan", "--time-limit", "6s", "--threads", "1"],
        );
        let is_progress = |line: &&str| line.contains("s · at least ");
        let line = text.lines().find(is_progress).unwrap_or_else(|| panic!("no progress: {text}"));
        assert!(!text.contains("k ="), "{text}");
        assert!(line.trim_end().chars().count() <= usize::from(columns), "{line}");
        assert!(line.contains(" moves"), "{line}");
        assert_eq!(line.contains("nodes"), columns == 80, "{line}");
    }
}

#[test]
fn what_is_wrong_with_a_command_line_fits_every_screen() {
    for columns in WIDTHS {
        for (arguments, message) in [
            (&["solve", "8 1 3/4 0 2/7 6 5", "-H", "euclid"][..], "no heuristic is called `euclid`"),
            (&["compare", "1 2/0 3", "--report", "x"], "tip: --report is an option of `solve`"),
            (&["solv", "1 2/0 3"], "a similar subcommand exists"),
            (&["pdb", "build", "15"], "the 15-puzzle is 4x4"),
        ] {
            let (code, text) = screen(columns, arguments);
            assert_eq!(code, Some(2), "{text}");
            assert_fits(columns, &text);
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(message), "{text}");
        }
    }
}

#[test]
fn moves_in_a_notation_that_was_asked_for_say_whose_they_are_to_a_person() {
    for (notation, line) in [
        ("blank", "blank: RDLLU URDLD RURD"),
        ("runs", "blank: R D L2 U2 R D L D R U R D"),
        ("tile", "tiles: LURRD DLURU LDLU"),
        ("numbers", "tiles: 2 5 6 7 4 8 1 2 8 4 7 8 5 6"),
    ] {
        let (_, text) = screen(80, &["solve", "8 1 3/4 0 2/7 6 5", "-q", "--notation", notation]);
        assert_eq!(text.lines().nth(1), Some(line), "{text}");
    }
    let (_, text) = screen(80, &["solve", "1 2/0 3", "-q", "--notation", "boards"]);
    assert!(text.contains("\n1 2/0 3\n1 2/3 0\n"), "{text}");
}

#[test]
fn the_reasons_of_check_are_paragraphs_of_the_screens_width() {
    for columns in WIDTHS {
        let (_, text) = screen(columns, &["check", "8 1 3/4 0 2/7 6 5"]);
        assert_fits(columns, &text);
        let paragraph = text.split("  a tile that is not in its place").nth(1).expect("the paragraph");
        let lines: Vec<&str> = paragraph.lines().skip(1).take_while(|line| !line.is_empty()).collect();
        assert!(lines.len() >= 2 && lines.iter().all(|line| line.starts_with("    ")), "{text}");
        assert!(lines.iter().all(|line| !line.starts_with("     ")), "{text}");
    }
}
