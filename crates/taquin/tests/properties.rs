//! Properties of boards, texts, problems and searches on random inputs; scrambles pinned for ever.

use crate::common;
use crate::common::{Space, blank_last, board, cost, no_limits, optimal_cost, shape};
use proptest::prelude::*;
use std::collections::HashSet;
use taquin::heuristic::{Heuristic, LinearConflict, Manhattan, WalkingDistance};
use taquin::notation::source::Source;
use taquin::notation::{Notation, parse_board};
use taquin::search::{astar, greedy, idastar};
use taquin::{Board, NamedGoal, NotTheLastSlide, Problem, Scrambler, Shape, Solution, Solvability, Symmetry};

/// Shapes of every kind, up to a few dozen cells.
fn shapes() -> impl Strategy<Value = Shape> {
    (1usize..=6, 1usize..=6, prop_oneof![3 => Just(1usize), 1 => 2usize..=4])
        .prop_map(|(w, h, d)| Shape::new(w, h, d).unwrap())
}

/// A board of any shape, solvable or not.
fn boards() -> impl Strategy<Value = Board> {
    shapes().prop_flat_map(|shape| {
        Just((0..shape.cells() as u16).collect::<Vec<u16>>())
            .prop_shuffle()
            .prop_map(move |numbers| Board::new(shape, &numbers).unwrap())
    })
}

/// One way of writing numbers, rows and layers.
#[derive(Clone, Copy, Debug)]
struct Spelling {
    between: &'static str,
    row: &'static str,
    layer: &'static str,
    blank: &'static str,
    before: &'static str,
    after: &'static str,
}

fn spellings() -> impl Strategy<Value = Spelling> {
    let between = prop::sample::select(vec![" ", "\t", ",", ", ", "  ", " ,\t"]);
    // Rows on one line can be told from rows on lines of their own.
    let breaks = prop::sample::select(vec![
        ("/", "//", "", ""),
        (" / ", " // ", "", "\n"),
        (" /", "/ / ", "# a comment\n", " # another"),
        ("\n", "\n\n", "", "\n"),
        ("\r\n", "\r\n\r\n", "\u{feff}", "\r\n"),
        (" \n", "\n \n\n", "# a comment\n\n", "\n\n\n# the end"),
        ("# a row\n", "\n\n", "\n", ""),
    ]);
    let blank = prop::sample::select(vec!["0", "_", ".", "00"]);
    (between, breaks, blank).prop_map(|(between, (row, layer, before, after), blank)| Spelling {
        between,
        row,
        layer,
        blank,
        before,
        after,
    })
}

impl Spelling {
    fn write(self, board: &Board) -> String {
        let row = |row: &[Option<taquin::Tile>]| {
            let words: Vec<String> =
                row.iter().map(|tile| tile.map_or(self.blank.to_string(), |tile| tile.to_string())).collect();
            words.join(self.between)
        };
        let layers: Vec<String> = taquin::notation::layers(board)
            .map(|layer| layer.map(row).collect::<Vec<_>>().join(self.row))
            .collect();
        format!("{}{}{}", self.before, layers.join(self.layer), self.after)
    }

    fn has_lines(self) -> bool {
        self.row.contains('\n')
    }
}

/// Whether the text of a board may be taken for something else: a first row that is a board by
/// itself and stands alone is one, and one row does not tell its shape.
fn is_ambiguous(board: &Board, spelling: Spelling) -> bool {
    let (width, height) = (board.shape().width(), board.shape().height());
    let first_row: HashSet<u16> = board.numbers().take(width).collect();
    let is_whole = (0..width as u16).all(|number| first_row.contains(&number));
    spelling.has_lines() && height == 1 && is_whole && board.shape().depth() > 1
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn a_board_is_read_back_from_any_spelling(board in boards(), spelling in spellings()) {
        prop_assume!(!is_ambiguous(&board, spelling));
        let text = spelling.write(&board);
        prop_assert_eq!(&parse_board(&text, Some(board.shape())).unwrap(), &board, "{:?}", text);
        if board.shape().height() > 1 || board.shape().depth() > 1 {
            prop_assert_eq!(&text.parse::<Board>().unwrap(), &board, "{:?}", text);
        }
    }

    #[test]
    fn what_is_written_is_read(board in boards()) {
        let text = board.to_string();
        let again = parse_board(&text, Some(board.shape())).unwrap();
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again, board);
    }

    #[test]
    fn a_shape_is_read_back(shape in shapes()) {
        prop_assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape);
    }

    #[test]
    fn start_and_goal_are_read_in_lines_and_in_rows(start in boards(), seed: u64) {
        let goal = Scrambler::new(start.clone(), seed).uniform();
        let line = format!("{start} | {goal}\n{goal} | {start}");
        let problems: Vec<_> =
            Source::new(line.as_bytes(), Some(start.shape())).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(problems.len(), 2);
        prop_assert_eq!(&problems[0].start, &start);
        prop_assert_eq!(problems[1].goal.as_ref(), Some(&start));
        if start.shape().height() > 1 {
            let rows = |board: &Board| board.to_string().replace("//", "\n\n").replace('/', "\n");
            let text = format!("{}\n\n{}\n", rows(&start), rows(&goal));
            let problems: Vec<_> = Source::new(text.as_bytes(), None).collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(problems.len(), 1, "{}", text);
            prop_assert_eq!(&problems[0].start, &start);
            prop_assert_eq!(problems[0].goal.as_ref(), Some(&goal));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,60}", shape in prop::option::of(shapes())) {
        let _ = parse_board(&text, shape);
        let _ = text.parse::<Shape>();
    }

    #[test]
    fn no_text_that_looks_like_boards_makes_the_parser_panic(
        text in "[0-9_.,/|# \\n\\r\\t\\[\\](){};x+-]{0,80}",
        shape in prop::option::of(shapes()),
    ) {
        if let Err(error) = parse_board(&text, shape) {
            prop_assert!(error.line >= 1 && error.column >= 1);
            prop_assert!(error.line <= text.lines().count().max(1) + 1, "{error}: {text:?}");
        }
        let _ = text.parse::<Shape>();
    }

    #[test]
    fn a_source_of_any_bytes_ends(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let problems = Source::new(&bytes[..], None).take(bytes.len() + 2).count();
        prop_assert!(problems <= bytes.len() + 1);
        let mut source = Source::new(&bytes[..], None);
        while source.next().is_some() {}
        prop_assert!(source.next().is_none(), "nothing comes after the end");
    }

    #[test]
    fn names_never_panic(text in "\\PC{0,40}") {
        let _ = text.parse::<taquin::heuristic::HeuristicName>();
        let _ = text.parse::<taquin::search::Algorithm>();
        let _ = text.parse::<taquin::search::Weight>();
        let _ = text.parse::<NamedGoal>();
        let _ = format!("max:{text}").parse::<taquin::heuristic::HeuristicName>();
    }

    #[test]
    fn a_slide_can_be_taken_back(board in boards()) {
        let moves: Vec<_> = board.moves().collect();
        for (direction, _) in moves {
            let mut other = board.clone();
            let slide = other.slide(direction).unwrap();
            prop_assert_ne!(&other, &board);
            prop_assert!(Solvability::of(&other, &board).is_solvable());
            prop_assert_eq!(slide.direction(), direction);
            prop_assert_eq!(other.undo(slide), Ok(()));
            prop_assert_eq!(&other, &board);
            prop_assert_eq!(other.undo(slide), Err(NotTheLastSlide));
            prop_assert_eq!(&other, &board);
        }
    }

    #[test]
    fn a_tile_beside_the_blank_can_be_moved_and_no_other(board in boards()) {
        let beside: HashSet<u16> = board.moves().filter_map(|(_, cell)| board[cell]).map(|tile| tile.number()).collect();
        let mut reached = HashSet::new();
        for (cell, tile) in board.tiles() {
            prop_assert_eq!(board.find(tile), Some(cell));
            let mut other = board.clone();
            let slide = other.slide_tile(tile);
            prop_assert_eq!(slide.is_some(), beside.contains(&tile.number()));
            if let Some(slide) = slide {
                prop_assert_eq!((slide.tile(), slide.from(), slide.to()), (tile, cell, board.blank()));
                reached.insert(other);
            } else {
                prop_assert_eq!(&other, &board);
            }
        }
        prop_assert_eq!(reached, board.neighbours().collect::<HashSet<Board>>());
    }

    #[test]
    fn boards_are_ordered_as_their_numbers(one in boards(), other in boards()) {
        let key = |board: &Board| (board.shape(), board.numbers().collect::<Vec<u16>>());
        prop_assert_eq!(one.cmp(&other), key(&one).cmp(&key(&other)));
        let again = Scrambler::new(one.clone(), 1).uniform();
        prop_assert_eq!(one.cmp(&again), key(&one).cmp(&key(&again)));
    }

    #[test]
    fn moves_are_read_back_in_every_notation(board in boards(), seed: u64, length in 0u64..40) {
        let start = Scrambler::new(board.clone(), seed).walk(length);
        let mut way = Vec::new();
        let mut walker = start.clone();
        for step in 0..length {
            let moves: Vec<_> = walker.moves().collect();
            if let Some(&(direction, _)) = moves.get(((seed >> (step % 60)) % 4) as usize) {
                walker.slide(direction).unwrap();
                way.push(direction);
            }
        }
        let problem = Problem::new(start.clone(), walker).unwrap();
        let solution = Solution::replay(&problem, way).unwrap();
        for notation in Notation::ALL {
            let text = notation.write(&solution);
            prop_assert_eq!(&notation.read(&start, &text).unwrap()[..], solution.moves(), "{}", text);
        }
        prop_assert_eq!(&Solution::from_text(&problem, &solution.to_string()).unwrap(), &solution);
        let numbers = Notation::Numbers.write(&solution);
        prop_assert_eq!(&Solution::from_text(&problem, &numbers).unwrap(), &solution);
    }

    #[test]
    fn no_text_of_moves_makes_the_reader_panic(board in boards(), text in "[UDLREWNSudlr0-9 ,/x\\n]{0,40}") {
        for notation in Notation::ALL {
            let _ = notation.read(&board, &text);
        }
    }

    #[test]
    fn swapping_two_tiles_changes_the_verdict(board in boards(), seed: u64) {
        prop_assume!(!board.shape().is_strip());
        let goal = Scrambler::new(board.clone(), seed).uniform();
        prop_assert!(Solvability::of(&board, &goal).is_solvable());
        let swap = |number| match number { 1 => 2, 2 => 1, other => other };
        let numbers: Vec<u16> = board.numbers().map(swap).collect();
        let swapped = Board::new(board.shape(), &numbers).unwrap();
        prop_assert!(!Solvability::of(&swapped, &goal).is_solvable());
        prop_assert!(!Solvability::of(&goal, &swapped).is_solvable());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn a_walk_of_n_moves_is_solved_in_at_most_n(
        text in prop::sample::select(vec!["3x3", "4x4", "2x6", "3x3x3", "2x3x2", "6x1", "5x5"]),
        seed: u64,
        length in 0u64..25,
    ) {
        let goal = blank_last(text);
        let start = Scrambler::new(goal.clone(), seed).walk(length);
        let problem = Problem::new(start, goal.clone()).unwrap();
        let heuristic = LinearConflict::new(&goal);
        let answer = astar(&problem, &heuristic, &no_limits(), &mut ());
        let found = u64::from(optimal_cost(&answer));
        prop_assert!(found <= length && found % 2 == length % 2);
        let moves = answer.outcome.solution().unwrap().moves().to_vec();
        prop_assert!(Solution::replay(&problem, moves.clone()).is_ok());
        if let Some(shorter) = moves.len().checked_sub(1) {
            prop_assert!(Solution::replay(&problem, moves[..shorter].to_vec()).is_err());
        }
        let sloppy = greedy(&problem, &heuristic, &no_limits(), &mut ());
        prop_assert!(u64::from(cost(&sloppy)) >= found);
        let letters = Notation::Blank.write(answer.outcome.solution().unwrap());
        prop_assert_eq!(letters.len() as u64, found);
    }

    #[test]
    fn astar_and_idastar_agree_on_15_puzzles(seed: u64, length in 20u64..60) {
        let goal = NamedGoal::BlankFirst.board(shape("4x4")).unwrap();
        let problem = Problem::new(Scrambler::new(goal.clone(), seed).walk(length), goal.clone()).unwrap();
        let walking = WalkingDistance::new(&goal);
        let a = optimal_cost(&astar(&problem, &walking, &no_limits(), &mut ()));
        prop_assert_eq!(optimal_cost(&idastar(&problem, &walking, &no_limits(), &mut ())), a);
        prop_assert_eq!(optimal_cost(&idastar(&problem, &Manhattan::new(&goal), &no_limits(), &mut ())), a);
    }

    #[test]
    fn astar_and_idastar_agree_on_26_puzzles(seed: u64, length in 10u64..28) {
        let goal = blank_last("3x3x3");
        let problem = Problem::new(Scrambler::new(goal.clone(), seed).walk(length), goal.clone()).unwrap();
        let manhattan = Manhattan::new(&goal);
        let a = optimal_cost(&astar(&problem, &LinearConflict::new(&goal), &no_limits(), &mut ()));
        prop_assert_eq!(optimal_cost(&idastar(&problem, &manhattan, &no_limits(), &mut ())), a);
        prop_assert_eq!(optimal_cost(&astar(&problem, &WalkingDistance::new(&goal), &no_limits(), &mut ())), a);
    }

    #[test]
    fn symmetric_and_reversed_problems_have_equal_length(
        text in prop::sample::select(vec!["3x3", "4x2", "2x2x2", "3x2x2", "4x4"]),
        seed: u64,
    ) {
        let goal = blank_last(text);
        let mut scrambler = Scrambler::new(goal.clone(), seed);
        let problem = Problem::new(scrambler.walk(22), goal).unwrap();
        let length = |problem: &Problem| {
            optimal_cost(&astar(problem, &LinearConflict::new(problem.goal()), &no_limits(), &mut ()))
        };
        let expected = length(&problem);
        prop_assert_eq!(length(&problem.reversed()), expected);
        for symmetry in Symmetry::all(problem.shape()) {
            let image =
                Problem::new(symmetry.board(problem.start()), symmetry.board(problem.goal())).unwrap();
            prop_assert_eq!(length(&image), expected);
            let (one, other) = (Manhattan::new(problem.goal()), Manhattan::new(image.goal()));
            prop_assert_eq!(one.of(problem.start()), other.of(image.start()));
        }
    }
}

/// Every arrangement of a small shape.
fn arrangements(shape: Shape) -> Vec<Board> {
    fn extend(taken: &mut Vec<u16>, shape: Shape, all: &mut Vec<Board>) {
        if taken.len() == shape.cells() {
            all.push(Board::new(shape, taken).unwrap());
        }
        for number in 0..shape.cells() as u16 {
            if !taken.contains(&number) {
                taken.push(number);
                extend(taken, shape, all);
                taken.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), shape, &mut all);
    all
}

#[test]
fn solvable_means_reachable() {
    for text in ["1x1", "2x1", "5x1", "1x5", "1x1x4", "2x2", "1x2x2", "2x1x2", "3x2", "2x3", "3x1x2", "2x2x2"]
    {
        let shape = shape(text);
        let all = arrangements(shape);
        // Every goal where there are few, a part of them elsewhere.
        let step = (all.len() / 24).max(1) | 1;
        for goal in all.iter().step_by(step).take(if all.len() > 1000 { 5 } else { 120 }) {
            let reached = Space::new(goal).index;
            for start in &all {
                let verdict = Solvability::of(start, goal);
                assert_eq!(verdict.is_solvable(), reached.contains_key(start), "{start} → {goal}: {verdict}");
            }
        }
    }
}

/// The same seed gives the same board on every machine and in every version: these never change.
#[test]
fn scrambles_are_pinned() {
    let pinned = common::data("scrambles.txt");
    let mut drawn = Vec::new();
    for line in common::lines(&pinned) {
        let row = common::fields(line);
        let mut scrambler = Scrambler::new(blank_last(row[0]), row[1].parse().unwrap());
        let found = match row[2].strip_prefix("walk ") {
            Some(length) => scrambler.walk(length.parse().unwrap()),
            None => scrambler.uniform(),
        };
        drawn.push(format!("{} | {} | {} | {found}", row[0], row[1], row[2]));
        assert!(Solvability::of(&found, &blank_last(row[0])).is_solvable());
    }
    assert_eq!(drawn, common::lines(&pinned).collect::<Vec<_>>(), "{}", drawn.join("\n"));
    assert!(drawn.len() >= 18);
}

#[test]
fn a_scrambler_goes_on_drawing_different_boards() {
    let mut scrambler = Scrambler::new(blank_last("4x4"), 42);
    let boards: HashSet<Board> = (0..100).map(|_| scrambler.uniform()).collect();
    assert_eq!(boards.len(), 100);
    let mut again = Scrambler::new(blank_last("4x4"), 42);
    assert!((0..100).all(|_| boards.contains(&again.uniform())));
}

/// A line of comment between rows is no line at all.
#[test]
fn comments_do_not_divide_a_board() {
    let plain = board("0 1 2/3 4 5/6 7 8");
    assert_eq!(board("0 1 2\n# the middle\n3 4 5\n  # the last\n6 7 8\n"), plain);
    assert_eq!(board("1 2\n# here\n3 0"), board("1 2/3 0"));
    let cube = board("0 1/2 3//4 5/6 7");
    assert_eq!(board("0 1\n2 3\n\n# the layer below\n4 5\n6 7"), cube);
}
