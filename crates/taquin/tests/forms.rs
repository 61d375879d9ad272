//! Boards in every form that docs/boards.md names: what is written is read back, from any shape, and no text is too odd.

use proptest::prelude::*;
use taquin::notation::draw::draw;
use taquin::notation::source::{Remark, Source};
use taquin::notation::{layers, parse_board};
use taquin::{Board, Shape, Tile};

/// Shapes that tell themselves by their rows.
fn shapes() -> impl Strategy<Value = Shape> {
    (1usize..=6, 2usize..=6, prop_oneof![3 => Just(1usize), 1 => 2usize..=4])
        .prop_map(|(width, height, depth)| Shape::new(width, height, depth).unwrap())
}

fn boards_of(shape: Shape) -> impl Strategy<Value = Board> {
    Just((0..shape.cells() as u16).collect::<Vec<u16>>())
        .prop_shuffle()
        .prop_map(move |numbers| Board::new(shape, &numbers).unwrap())
}

fn boards() -> impl Strategy<Value = Board> {
    shapes().prop_flat_map(boards_of)
}

/// A board with its cells, rows and layers joined in some way.
fn joined(board: &Board, blank: &str, cell: &str, row: [&str; 3], layer: [&str; 3]) -> String {
    let write = |content: &Option<Tile>| content.map_or_else(|| blank.to_string(), |tile| tile.to_string());
    let in_a_row = |cells: &[Option<Tile>]| {
        let cells: Vec<String> = cells.iter().map(write).collect();
        format!("{}{}{}", row[0], cells.join(cell), row[2])
    };
    let in_a_layer = |rows: std::slice::Chunks<'_, Option<Tile>>| {
        let rows: Vec<String> = rows.map(in_a_row).collect();
        format!("{}{}{}", layer[0], rows.join(row[1]), layer[2])
    };
    layers(board).map(in_a_layer).collect::<Vec<_>>().join(layer[1])
}

/// One character for each cell.
fn in_characters(board: &Board, row: &str) -> String {
    let digit = |number: u16| char::from_digit(number.into(), 36).unwrap();
    let cells: Vec<char> = board.numbers().map(digit).collect();
    let rows: Vec<String> = cells.chunks(board.shape().width()).map(|row| row.iter().collect()).collect();
    rows.join(row)
}

/// All forms in which the text alone tells the board.
fn forms(board: &Board) -> Vec<String> {
    let shape = board.shape();
    let plain = ["", "\n", ""];
    let mut forms = vec![
        board.to_string(),
        format!("{board}/"),
        joined(board, "_", ",", ["", "/", ""], ["", "//", ""]),
        joined(board, "x", " ", plain, ["", "\n\n", "\n"]),
        joined(board, "*", "\t", ["", "\r\n", ""], ["", "\r\n\r\n", ""]),
        joined(board, "-", "  ", ["", "/", ""], ["", "//", ""]),
        format!("[{}]", joined(board, "None", ", ", ["[", ",\n ", "]"], ["[", ",\n\n", "]"])),
        format!("({})", joined(board, "0", ",", ["(", ",", ")"], ["(", ",", ")"])),
        format!("{{\n{}\n}};", joined(board, "0", ",", ["{", ",", "}"], ["{", ",\n", "}"])),
        format!("{{\"seed\":1,\"shape\":\"{shape}\",\"start\":\"{board}\",\"goal\":null}}"),
        draw(board),
    ];
    if shape.is_flat() {
        let rows = joined(board, "0", " ", plain, ["", "", ""]);
        forms.push(joined(board, "0", " ", ["", "; ", ""], ["[", "", "]"]));
        forms.push(joined(board, "0", ", ", ["[", ", ", "]"], ["[", "", "]"]));
        forms.push(joined(board, "' '", ",", ["[", ",", "]"], ["[", "", "]"]));
        forms.push(format!("{shape}\n{rows}"));
        if shape.width() > 1 {
            forms.push(joined(board, " ", " | ", ["| ", "\n", " |"], ["", "", ""]));
        }
        if shape.width() == shape.height() {
            forms.push(format!("# a size\n{}\n{rows}\n", shape.width()));
            forms.push(format!("{}\n\n{rows}\n", shape.width()));
            forms.push(joined(board, "0", " ", ["", " ", ""], ["", "", ""]));
            forms.push(joined(board, "0", ", ", ["", ", ", ""], ["[", "", "]"]));
            forms.push(in_characters(board, ""));
            forms.push(in_characters(board, " "));
        }
        if shape.width() > 1 {
            forms.push(in_characters(board, "/"));
            forms.push(in_characters(board, "\n"));
        }
    }
    forms
}

/// A text with a first row that is a board by itself, `0 1 2 …`, says so only if the next line does not go on.
fn has_a_row_that_is_a_board(board: &Board) -> bool {
    let width = board.shape().width();
    let numbers: Vec<u16> = board.numbers().collect();
    numbers.chunks(width).any(|row| row.iter().all(|&number| usize::from(number) < width))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_board_is_read_back_from_every_form(board in boards()) {
        for text in forms(&board) {
            prop_assert_eq!(text.parse::<Board>(), Ok(board.clone()), "{}", text);
            prop_assert_eq!(parse_board(&text, Some(board.shape())), Ok(board.clone()), "{}", text);
        }
    }

    #[test]
    fn start_and_goal_may_be_written_in_any_form(
        (start, goal) in shapes().prop_flat_map(|shape| (boards_of(shape), boards_of(shape))),
    ) {
        prop_assume!(!has_a_row_that_is_a_board(&start));
        for (one, other) in forms(&start).into_iter().zip(forms(&goal)) {
            let text = format!("{one}\n\n{other}\n");
            let read: Vec<_> = Source::new(text.as_bytes(), None).collect::<Result<_, _>>().unwrap();
            let pair = [(&read[0].start, read[0].goal.as_ref()), (&start, Some(&goal))];
            match read.len() {
                // In rows the second board is the goal, and that is said.
                1 => {
                    prop_assert_eq!(pair[0], pair[1], "{}", text);
                    prop_assert!(matches!(read[0].remark, Some(Remark::SecondIsTheGoal { .. })), "{}", text);
                }
                // Whole boards on lines are two problems.
                2 => prop_assert_eq!((&read[0].start, &read[1].start), (&start, &goal), "{}", text),
                _ => prop_assert!(false, "{}", text),
            }
        }
    }

    #[test]
    fn three_boards_of_any_form_are_three_problems(board in boards()) {
        for form in forms(&board) {
            let text = format!("{form}\n\n{form}\n\n{form}\n");
            let read: Vec<_> = Source::new(text.as_bytes(), None).collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(read.len(), 3, "{}", text);
            prop_assert!(read.iter().all(|read| read.start == board && read.goal.is_none()), "{}", text);
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic_or_go_on_for_ever(
        text in "(\\[|\\]|\\(|\\{\"start\":\"|\"\\}|[0-9]{1,3}|[ ,;/|x_*#\n-]|\\+--|│|None|\\\\){0,60}",
        bytes in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let mut text = text.into_bytes();
        text.extend(bytes);
        let count = Source::new(&text[..], None).take(text.len() + 2).count();
        prop_assert!(count <= text.len() + 1);
    }
}
