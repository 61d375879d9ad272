//! Names of algorithms, heuristics and goals, weights, and sets of patterns by name, sizes or drawing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::heuristic::HeuristicName;
use taquin::pdb::Catalogue;
use taquin::search::{Algorithm, Weight};
use taquin::{NamedGoal, Shape};

fuzz_target!(|text: &str| {
    if let Ok(name) = text.parse::<HeuristicName>() {
        assert_eq!(name.to_string().parse(), Ok(name));
    }
    if let Ok(name) = text.parse::<Algorithm>() {
        assert_eq!(name.to_string(), text);
    }
    let _ = text.parse::<Weight>();
    let _ = text.parse::<NamedGoal>();
    for (width, height) in [(3, 3), (4, 4), (5, 5)] {
        let Ok(shape) = Shape::flat(width, height) else { continue };
        let Some(corner) = shape.all_cells().next() else { continue };
        let _ = Catalogue::named(shape, corner, text);
    }
});
