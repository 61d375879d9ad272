//! `cargo xtask learn SHAPE`: the costs of pairs of tiles that beams go by, learned again by `taquin-bench`'s `learn`.
//!
//! Learning begins with the library's costs for the next smaller shape with as many sides. The same shape, seed and first
//! costs give the same file: without `--write` it is compared with the one in the library.

use crate::arguments::{Arguments, Stop};
use crate::metadata::target_directory;
use crate::step::{at, cargo, run as step, workspace};
use std::path::{Path, PathBuf};
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
    let folder = workspace().join("crates/taquin/src/beam/weights");
    let first = next_smaller(&folder, &shape)?;
    let mut learner = Command::new(target.join("release").join("learn"));
    step("learning", learner.arg(&shape).arg(&learned).arg(seed.to_string()).args(first))?;
    let file = folder.join(format!("{shape}.bin"));
    if write {
        std::fs::copy(&learned, &file).map_err(at(&file))?;
        println!("xtask: wrote {}; its place in the library is the list in beam/costs.rs", file.display());
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

/// The file for the next smaller shape with as many sides.
fn next_smaller(folder: &Path, shape: &str) -> Result<Option<PathBuf>, Stop> {
    let sides = |name: &str| name.split('x').map(str::parse::<usize>).collect::<Result<Vec<_>, _>>().ok();
    let own = sides(shape).ok_or_else(|| Stop::Usage(format!("{shape} is no shape, e.g. 5x5")))?;
    let cells = |sides: &[usize]| sides.iter().product::<usize>();
    let mut smaller = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at(folder))? {
        let file = entry.map_err(at(folder))?.path();
        let name = file.file_stem().and_then(|name| name.to_str()).and_then(sides);
        if let Some(other) = name.filter(|other| other.len() == own.len() && cells(other) < cells(&own)) {
            smaller.push((cells(&other), file));
        }
    }
    Ok(smaller.into_iter().max().map(|(_, file)| file))
}
