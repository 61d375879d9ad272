//! Text into boards: never a panic, and what was read comes back from its own text, and from its drawing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::notation::draw::draw;
use taquin::notation::parse_board;
use taquin::{Board, Shape};

fuzz_target!(|text: &str| {
    let shapes = [None, Shape::flat(3, 2).ok(), Shape::flat(4, 4).ok(), Shape::new(2, 2, 2).ok()];
    for shape in shapes {
        let Ok(board) = parse_board(text, shape) else { continue };
        assert!(shape.is_none_or(|shape| board.shape() == shape));
        let again: Board = board.to_string().parse().expect("a board's own text");
        assert_eq!(board, again);
        let drawn: Board = draw(&board).parse().expect("a board's drawing");
        assert_eq!(board, drawn);
    }
});
