//! `learn SHAPE FILE SEED [FIRST]`: learns the costs of pairs of tiles that beams go by, and writes them to a file. `FIRST`
//! has the costs to begin with.
//!
//! The rounds are those of the files in the library: the same shape, seed and first costs make the same file again.

use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use taquin::Shape;
use taquin::learn::{Round, learn};

const USAGE: &str = "usage: learn SHAPE FILE SEED [FIRST]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("learn: {complaint}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let [shape, file, seed, first @ ..] = words else { return Err(USAGE.into()) };
    let shape: Shape = shape.parse().map_err(|error| format!("{shape}: {error}"))?;
    let seed = seed.parse().map_err(|error| format!("{seed}: {error}"))?;
    let first = match first {
        [] => None,
        [file] => Some(std::fs::read(file).map_err(|error| format!("{file}: {error}"))?),
        _ => return Err(USAGE.into()),
    };
    let rounds = rounds(shape);
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut round = 0;
    let bytes = learn(shape, first.as_deref(), seed, &rounds, threads, &mut |report| {
        round += 1;
        println!(
            "round {round}: {} boards, mean length {:.2}, error {:.3}",
            report.solved, report.mean, report.error
        );
    })
    .map_err(|error| error.to_string())?;
    let mut out = std::fs::File::create(file).map_err(|error| format!("{file}: {error}"))?;
    out.write_all(&bytes).map_err(|error| format!("{file}: {error}"))
}

/// Many boards by narrow beams teach more than few by wide ones.
fn rounds(shape: Shape) -> Vec<Round> {
    let boards: &[usize] = match (shape.cells(), shape.long_axes().count()) {
        (..=16, 2) => &[1000, 2000, 2000, 2000],
        (..=25, 2) => &[1000, 2000, 2000],
        (..=36, 2) => &[300, 1500],
        (..=36, _) => &[1000, 2000, 2000, 2000],
        (37..=49, _) => &[600, 1200, 1200, 1200],
        (50..=64, _) => &[400, 800, 800],
        _ => &[200, 400, 400],
    };
    // On smaller boards it gains next to nothing.
    let follow = (shape.cells() > 49).then_some(256);
    boards.iter().map(|&boards| Round { boards, width: 1000, follow }).collect()
}
