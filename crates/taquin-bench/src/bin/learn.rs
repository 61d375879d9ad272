//! `learn SHAPE FILE [SEED]`: learns the costs of pairs of tiles that beams go by, and writes them to a file.
//!
//! The rounds are those of the files in the library: the same shape and seed make the same file again.

use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use taquin::Shape;
use taquin::learn::{Round, learn};

const USAGE: &str = "usage: learn SHAPE FILE [SEED]";

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
    let [shape, file, seed @ ..] = words else { return Err(USAGE.into()) };
    let shape: Shape = shape.parse().map_err(|error| format!("{shape}: {error}"))?;
    let seed = match seed {
        [] => 1,
        [seed] => seed.parse().map_err(|error| format!("{seed}: {error}"))?,
        _ => return Err(USAGE.into()),
    };
    let rounds = rounds(shape);
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut round = 0;
    let bytes = learn(shape, seed, &rounds, threads, &mut |report| {
        round += 1;
        println!(
            "round {round}: {} boards, mean length {:.2}, error {:.2}, on boards not learned from {:.2}",
            report.solved, report.mean, report.error, report.error_elsewhere
        );
    });
    let mut out = std::fs::File::create(file).map_err(|error| format!("{file}: {error}"))?;
    out.write_all(&bytes).map_err(|error| format!("{file}: {error}"))
}

/// Many boards by narrow beams teach more than few by wide ones, once the first costs are there.
fn rounds(shape: Shape) -> Vec<Round> {
    let scale = |boards: usize| if shape.cells() <= 36 { boards } else { boards / 3 };
    vec![
        Round { boards: scale(600), width: 4000 },
        Round { boards: scale(3000), width: 2000 },
        Round { boards: scale(6000), width: 2000 },
        Round { boards: scale(12_000), width: 2000 },
    ]
}
