//! `cargo xtask pictures`: draws every picture of the documents again.
//!
//! Most pictures are drawn by a command that stands in the document that shows them: the test that replays the commands
//! is told to replace the pictures instead of comparing them. The others have a generator of their own, named here;
//! architecture.svg alone is drawn by hand.

use crate::arguments::{Arguments, Stop};
use crate::step::{build_taquin, cargo, run as step, workspace};
use crate::{browser, metadata};
use std::process::Command;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let no_browser = arguments.flag("--no-browser");
    arguments.end()?;
    let browser = if no_browser { None } else { Some(browser::find_or_install()?) };
    let transcripts = ["test", "--package", "taquin-cli", "--test", "all", "transcripts::"];
    cargo("pictures of the documents", &transcripts, &[("TAQUIN_PICTURES", "overwrite")])?;
    let images = workspace().join("docs/images");
    let cube = images.join("cube1000.svg").display().to_string();
    cargo("lengths of 26-puzzles", &["run", "--package", "taquin", "--example", "cube_figures", &cube], &[])?;
    let clusters = images.join("clusters.svg").display().to_string();
    let simulation = ["run", "--release", "--package", "taquin", "--example", "cluster_simulation", "--"];
    cargo("efficiency of clusters", &[&simulation[..], &["--svg", &clusters]].concat(), &[])?;
    let taquin = build_taquin("release")?;
    let lengths = ["bench", "random-6x6", "--first", "5", "--time-limit", "10s", "--threads", "2", "--plot"];
    step("lengths against time", Command::new(&taquin).args(lengths).arg(images.join("lengths-6x6.svg")))?;
    report(&taquin)?;
    if let Some(browser) = browser {
        let page = ["test", "--package", "taquin-cli", "--test", "all", "page::pictures", "--", "--ignored"];
        cargo("pictures of pages", &page, &browser.environment())?;
    }
    Ok(())
}

/// The pictures of the report on 8-puzzles. Its tables have times, which differ from run to run, and stay as they are.
fn report(taquin: &std::path::Path) -> Result<(), Stop> {
    let folder = metadata::target_directory()?.join("experiment-n8");
    let experiment = ["compare", "--experiment", "n8", "--seed", "1", "--force", "--output"];
    step("report on 8-puzzles", Command::new(taquin).args(experiment).arg(&folder))?;
    for name in ["expanded.svg", "boxes.svg"] {
        let (from, to) = (folder.join(name), workspace().join("docs/experiment-n8").join(name));
        std::fs::copy(&from, to).map_err(crate::step::at(&from))?;
    }
    Ok(())
}
