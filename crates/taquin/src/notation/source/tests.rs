//! Which lines are problems, which are rows.

use super::*;

fn read(text: &str) -> Result<Vec<ProblemText>, String> {
    Source::new(text.as_bytes(), None).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

#[test]
fn one_problem_per_line() {
    let problems = read("# two\n1 2/3 0 | 1 2/0 3\n\n0 1 2 3 # a list\n").unwrap();
    assert_eq!(problems.len(), 2);
    assert_eq!((problems[0].line, problems[1].line), (2, 4));
    assert_eq!(problems[0].goal.as_ref().unwrap().to_string(), "1 2/0 3");
    assert_eq!(problems[1].start.to_string(), "0 1/2 3");
    assert_eq!(problems[1].goal, None);
}

#[test]
fn rows_of_a_start_and_a_goal() {
    let problems = read("1 2\n3 0\n\n0 1\n2 3\n").unwrap();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].start.to_string(), "1 2/3 0");
    assert_eq!(problems[0].goal.as_ref().unwrap().to_string(), "0 1/2 3");
}

#[test]
fn a_first_row_that_looks_like_a_board_is_a_row() {
    let problems = read("0 1 2\n3 4 5\n6 7 8\n\n2 1 0\n3 4 5\n6 7 8").unwrap();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].start.shape().to_string(), "3x3");
    assert!(problems[0].goal.is_some());
}

#[test]
fn after_a_bad_line_the_others_are_read() {
    for text in [
        "1 2/3 0\n1 2 3\n1 2/0 3",
        "1 2/3 0\n1 2/3 3\n1 2/0 3",
        "1 2/3 0\njunk\n1 2/0 3",
        "1 2/3 0\n[[1,2],[3,0]\n[[1,2],[0,3]]",
        "1 2/3 0\n[[1,2],[3,0]\n1 2/0 3",
        "1 2 3 0\n[[1,2],[3,0]\n1 2 0 3",
        "1 2 3 0\n{\"start\":\n{\"start\":\"1 2/0 3\"}",
        "1 2\n3 0\n\n1 2\n3 3\n\n1 2\n0 3\n",
        "1 2\n3 0\n\n1 2\n3 9\n\n1 2\n0 3\n",
    ] {
        let read: Vec<_> = Source::new(text.as_bytes(), None).collect();
        let boards: Vec<String> =
            read.iter().filter_map(|read| read.as_ref().ok()).map(|read| read.start.to_string()).collect();
        assert_eq!((read.len(), boards), (3, vec!["1 2/3 0".into(), "1 2/0 3".into()]), "{text:?}");
        assert!(read[1].is_err(), "{text:?}");
    }
}

#[test]
fn a_bad_first_line_is_a_line_like_any_other() {
    let text = "1 2 3 3\njunk\n1 2 3 0\n1 2 0 3\n1 1 1 1\n0 1 2 3\n";
    let read: Vec<bool> = Source::new(text.as_bytes(), None).map(|problem| problem.is_ok()).collect();
    assert_eq!(read, [false, false, true, true, false, true]);
}

#[test]
fn three_boards_in_rows_are_three_problems() {
    let problems = read("1 2\n3 0\n\n1 2\n0 3\n\n\n0 1\n2 3\n").unwrap();
    let starts: Vec<String> = problems.iter().map(|problem| problem.start.to_string()).collect();
    assert_eq!(starts, ["1 2/3 0", "1 2/0 3", "0 1/2 3"]);
    assert!(problems.iter().all(|problem| problem.goal.is_none() && problem.remark.is_none()));
    let boxes = "0 1\n2 3\n\n4 5\n6 7\n\n".repeat(3);
    assert_eq!(read(&boxes).unwrap().len(), 3);
}

#[test]
fn what_could_be_understood_otherwise_has_a_remark() {
    let remark = |text: &str| read(text).unwrap()[0].remark.map(|remark| remark.to_string());
    assert_eq!(
        remark("1 2\n3 0\n\n0 1\n2 3\n").as_deref(),
        Some("two boards: the second one (line 4) is the goal")
    );
    assert_eq!(
        remark("[[[1,2],[3,0]],[[0,1],[2,3]]]").as_deref(),
        Some("two boards: the second one (line 1) is the goal")
    );
    assert_eq!(remark("1 2/3 0 | 0 1/2 3"), None);
    let numbers: Vec<String> = (0..64).map(|number| number.to_string()).collect();
    assert_eq!(remark(&numbers.join(" ")).as_deref(), Some("64 numbers are read as 8x8, not as 4x4x4"));
}

#[test]
fn endless_junk_is_refused_early() {
    let mut zeros = io::BufReader::new(io::repeat(b'0'));
    let error = Source::new(&mut zeros, None).next().unwrap().unwrap_err();
    assert!(error.to_string().contains("longer than any board"), "{error}");
    let rows = std::iter::repeat_n("7 7 7\n", 1_000_000).collect::<String>();
    assert!(read(&rows).unwrap_err().contains("too many numbers"));
}

#[test]
fn bytes_that_are_not_text() {
    let bytes: &[u8] = b"1 2 \xff/3 0";
    let error = Source::new(bytes, None).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "this is not text (invalid UTF-8) (line 1, column 5)");
}
