//! Text into shapes, which come back from their own text and know their cells.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::Shape;

fuzz_target!(|text: &str| {
    let Ok(shape) = text.parse::<Shape>() else { return };
    assert_eq!(shape.to_string().parse(), Ok(shape));
    assert_eq!(shape.all_cells().len(), shape.cells());
});
