//! Files of problems: any bytes, with and without a shape given, in lines, rows, brackets, drawings and JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use taquin::notation::source::Source;
use taquin::{Problem, Shape};

fuzz_target!(|bytes: &[u8]| {
    for shape in [None, Shape::flat(3, 3).ok()] {
        let mut before = 0;
        for text in Source::new(Cursor::new(bytes), shape) {
            let Ok(text) = text else { continue };
            // Several boards in brackets may stand on one line.
            assert!(text.line >= before, "problems come in the order of their lines");
            before = text.line;
            if let Some(goal) = text.goal {
                let _ = Problem::new(text.start, goal);
            }
        }
    }
});
