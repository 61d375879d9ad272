//! `cargo xtask learn SHAPE`: the costs of pairs of tiles that beams go by, learned again by `taquin-bench`'s `learn`.
//!
//! The same shape and seed give the same file: without `--write` it is compared with the one in the library.

use crate::arguments::{Arguments, Stop};
use crate::metadata::target_directory;
use crate::step::{at, cargo, run as step, workspace};
use std::process::Command;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let write = arguments.flag("--write");
    let seed: u64 = arguments.option("--seed")?.unwrap_or(1);
    let shape: Option<String> = arguments.word("a shape")?;
    let shape = shape.ok_or_else(|| Stop::Usage("learn needs a shape, e.g. 5x5".into()))?;
    arguments.end()?;
    cargo("learner", &["build", "--release", "--package", "taquin-bench", "--bin", "learn"], &[])?;
    let target = target_directory()?;
    let learned = target.join(format!("{shape}.bin"));
    step(
        "learning",
        Command::new(target.join("release").join("learn")).arg(&shape).arg(&learned).arg(seed.to_string()),
    )?;
    let file = workspace().join("crates/taquin/src/beam/weights").join(format!("{shape}.bin"));
    if write {
        std::fs::copy(&learned, &file).map_err(at(&file))?;
        println!("xtask: wrote {}; its place in the library is the list in beam/pairs.rs", file.display());
        return Ok(());
    }
    let (new, old) =
        (std::fs::read(&learned).map_err(at(&learned))?, std::fs::read(&file).map_err(at(&file))?);
    if new != old {
        return Err(Stop::Failed(format!("what was learned is not what {} holds", file.display())));
    }
    println!("xtask: {} is what was learned", file.display());
    Ok(())
}
