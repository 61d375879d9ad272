//! The prompt as a person at a terminal uses it: typing, pasting, changing their mind.

use crate::common::forms;
use crate::common::terminal::Terminal;
use std::os::unix::process::ExitStatusExt;

const FIRST: &str = "Board or size";

fn prompt() -> Terminal {
    let mut terminal = Terminal::start(80, &[]);
    terminal.wait_for(FIRST);
    terminal
}

/// Ends a dialogue that has had its answer.
fn left(mut terminal: Terminal) -> String {
    terminal.wait_for("Another board or size");
    terminal.send("\r");
    let (status, text) = terminal.end();
    assert!(status.success(), "{text}");
    text
}

#[test]
fn the_first_line_says_how_to_quit_and_both_ways_work() {
    let mut terminal = prompt();
    terminal.send("\x04");
    let (status, text) = terminal.end();
    assert!(text.starts_with("? explains a question"), "{text}");
    assert!(text.lines().next().unwrap().contains("Ctrl-C or Ctrl-D quits"), "{text}");
    assert_eq!(status.code(), Some(0));
    let mut terminal = prompt();
    terminal.send("3\r1 2 3\r\x03");
    let (status, text) = terminal.end();
    assert_eq!(status.signal(), Some(2), "{text}");
}

#[test]
fn rows_that_are_typed_ahead_or_pasted_without_brackets_all_arrive() {
    for keys in ["3\r8 1 3\r4 0 2\r7 6 5\r\rmanhattan\r", "8 1 3\n4 0 2\n7 6 5\n\nmanhattan\n"] {
        let mut terminal = prompt();
        terminal.send(keys);
        let text = left(terminal);
        assert!(text.contains("Step 14: 6 up") && text.contains("Nodes expanded: 33"), "{text}");
    }
}

#[test]
fn two_boards_pasted_without_brackets_are_start_and_goal() {
    // The empty line between them is Enter at the question for the goal; the first goal could be heuristics 1, 2 and 3.
    for (goal, drawn) in [("1 2 3\r4 5 6\r0 7 8", "Nodes expanded: 1"), ("0 1 2\r3 4 5\r6 7 8", "Step 21: ")]
    {
        let mut terminal = prompt();
        terminal.send(&format!("1 2 3\r4 5 6\r7 0 8\r\r{goal}\r"));
        terminal.wait_for("taken for the first row of the goal");
        terminal.wait_for("Which");
        terminal.send("h2\r");
        let text = left(terminal);
        assert!(text.contains(drawn), "{text}");
    }
}

#[test]
fn numbers_of_heuristics_are_still_that() {
    for answer in ["1 2 4\r\r", "1,2,4\r", "1, 2, 4\r"] {
        let mut terminal = prompt();
        terminal.send("1 2 3/4 5 6/7 0 8\r");
        terminal.wait_for("Goal");
        terminal.send("\r");
        terminal.wait_for("Which");
        terminal.send(answer);
        let text = left(terminal);
        assert_eq!(text.matches("Nodes expanded: ").count(), 3, "{text}");
        let is_asked = text.contains("or Enter to search by zero, hamming, manhattan");
        assert_eq!(is_asked, !answer.contains(','), "{text}");
    }
    let mut terminal = prompt();
    terminal.send("1 2 3/4 5 6/7 0 8\r");
    terminal.wait_for("Goal");
    terminal.send("\r1 2 4\r");
    terminal.wait_for("or Enter to search by");
    terminal.send("?\r");
    terminal.wait_for("the first row of a goal that was pasted");
    terminal.send("back\r");
    terminal.wait_for("Which");
    terminal.send("h1\r");
    assert_eq!(left(terminal).matches("Nodes expanded: ").count(), 1);
}

#[test]
fn every_form_can_be_pasted_at_the_first_question() {
    for form in forms::forms() {
        let mut terminal = prompt();
        terminal.paste(&form);
        terminal.send("\r");
        terminal.wait_for("start: 1 2 3/4 0 6/7 5 8 (3x3)");
        terminal.wait_for("Goal, row 1 of 3 [1 2 3/4 5 6/7 8 0]");
        terminal.send("quit\r");
        let (status, text) = terminal.end();
        assert!(status.success(), "{form}: {text}");
    }
}

#[test]
fn a_board_can_be_pasted_where_its_rows_are_asked_for() {
    let mut terminal = prompt();
    terminal.send("3x3\r");
    terminal.wait_for("Start, row 1 of 3");
    terminal.paste("1 2 3\n4 0 6");
    terminal.send("\r");
    terminal.wait_for("Start, row 3 of 3");
    terminal.paste("| 7 | 5 | 8 |\n+---+---+---+\n");
    terminal.send("\r");
    terminal.wait_for("Goal, row 1 of 3");
    terminal.paste("[[1,2,3],\n [4,5,6],\n [7,8,0]]");
    terminal.send("\r");
    terminal.wait_for("Which");
    terminal.send("h1\r");
    assert!(left(terminal).contains("Nodes expanded: 2"));
}

#[test]
fn a_start_with_its_goal_is_not_asked_for_the_goal() {
    let mut terminal = prompt();
    terminal.paste("1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n");
    terminal.send("\r");
    terminal.wait_for("two boards: the second one (line 5) is the goal");
    terminal.wait_for("Which");
    terminal.send("back\r");
    terminal.wait_for(FIRST);
    terminal.send("quit\r");
    assert!(terminal.end().0.success());
}

#[test]
fn a_number_of_tiles_is_the_puzzle_of_that_name_and_there_is_a_way_back() {
    let mut terminal = prompt();
    terminal.send("15\r");
    terminal.wait_for("the 15-puzzle is 4x4; write 15x15 for a board of 225 cells");
    terminal.wait_for("Start, row 1 of 4");
    terminal.send("back\r");
    terminal.wait_for(FIRST);
    terminal.send("back\r");
    terminal.wait_for("this is the first question");
    terminal.send("8\r");
    terminal.wait_for("the 8-puzzle is 3x3");
    terminal.send("1 2 3\r");
    terminal.wait_for("row 2 of 3");
    terminal.send("back\r");
    terminal.wait_for("row 1 of 3");
    terminal.send("?\r");
    terminal.wait_for("A row of numbers, with 0 for the blank");
    terminal.send("1 2 3/0 4 6/7 5 8\r");
    terminal.wait_for("Goal");
    terminal.send("snail\r");
    terminal.wait_for("Which");
    terminal.send("back\r");
    terminal.wait_for("Goal");
    terminal.send("?\r");
    terminal.wait_for("blank-last, blank-first or snail");
    terminal.send("\r");
    terminal.wait_for("Which");
    terminal.send("4\r");
    assert!(left(terminal).contains("Nodes expanded: 3"));
}

#[test]
fn a_random_board_of_any_size() {
    let mut terminal = prompt();
    terminal.send("random 2x3\r");
    terminal.wait_for("start: ");
    terminal.wait_for("Goal, row 1 of 3");
    terminal.send("back\r");
    terminal.wait_for(FIRST);
    terminal.send("2\r");
    terminal.wait_for("Start, row 1 of 2");
    terminal.send("random\r");
    terminal.wait_for("Goal, row 1 of 2");
    terminal.send("\rmanhattan\r");
    assert!(left(terminal).contains("Nodes expanded: "));
}

#[test]
fn the_arrow_up_brings_an_answer_back() {
    let mut terminal = prompt();
    terminal.send("1 2 3/0 4 6/7 5 8\r");
    terminal.wait_for("Goal");
    terminal.send("\rmanhattan\r");
    terminal.wait_for("Another board or size");
    // Three answers back: manhattan, the board.
    terminal.send("\x1b[A\x1b[A\r");
    terminal.wait_for("start: 1 2 3/0 4 6/7 5 8");
    terminal.wait_for("Goal");
    terminal.send("blank-last\rhamming\r");
    let text = left(terminal);
    assert_eq!(text.matches("Nodes expanded: 3").count(), 2, "{text}");
}

#[test]
fn what_is_wrong_is_told_on_narrow_screens_too() {
    let mut terminal = Terminal::start(40, &["ask"]);
    terminal.wait_for("Board or size [3x3]: ");
    terminal.send("1 2 3 4 5 6 7 8 9\r");
    terminal.wait_for("blank missing?");
    terminal.send("three\r");
    terminal.wait_for("`three` is not a shape");
    terminal.send("?\r");
    terminal.wait_for("random 4x4");
    terminal.send("2 1 3/4 5 6/7 8 0\r");
    terminal.wait_for("Goal");
    terminal.send("\r4\r");
    terminal.wait_for("Solution Not Found: 1 inversion");
    terminal.wait_for("the goal snail");
    terminal.wait_for("Another");
    terminal.send("\x04");
    let (status, text) = terminal.end();
    assert_eq!(status.code(), Some(1), "the last answer was no");
    let wide = text.lines().find(|line| line.chars().count() > 40);
    assert_eq!(wide, None);
}
