//! `cargo xtask torture [MINUTES]`: treats the real program as the world does, and worse, and sees that it
//! never lies, hangs, crashes or loses a file.
//!
//! Each part of [`PARTS`] has a file in `torture/` and runs in rounds. A round makes all its choices from the
//! seed, the part and its own number, so that it can be repeated alone; only the moments at which a kill or
//! a flood meets the program depend on the machine. `program.rs` runs `taquin`, `ledger.rs` counts what was
//! tried and what failed, `truth.rs` knows distances without any code of the library.

mod agreement;
mod boards;
mod command_lines;
mod damage;
mod disk;
mod forge;
mod http;
mod kills;
mod ledger;
mod ledgers;
mod limits;
mod program;
mod random;
mod server;
mod threads;
mod truth;

use crate::arguments::{Arguments, Stop};
use crate::metadata::target_directory;
use crate::step::{at, build_taquin};
use ledger::Ledger;
use program::Program;
use random::Random;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One way to torture the program.
struct Part {
    name: &'static str,
    /// How much of the time it gets, in parts of a hundred.
    share: u32,
    /// How many rounds belong to the short torture of `cargo xtask test`.
    short: u64,
    round: fn(&mut Round) -> Result<(), Stop>,
}

const PARTS: [Part; 9] = [
    Part { name: "kills", share: 15, short: 1, round: kills::round },
    Part { name: "ledgers", share: 10, short: 1, round: ledgers::round },
    Part { name: "disk", share: 5, short: 1, round: disk::round },
    Part { name: "damage", share: 20, short: 12, round: damage::round },
    Part { name: "command-lines", share: 15, short: 60, round: command_lines::round },
    Part { name: "limits", share: 10, short: 2, round: limits::round },
    Part { name: "server", share: 10, short: 1, round: server::round },
    Part { name: "agreement", share: 10, short: 5, round: agreement::round },
    Part { name: "threads", share: 5, short: 2, round: threads::round },
];

/// What a round works with.
struct Round<'a> {
    number: u64,
    random: Random,
    program: &'a Program,
    /// Its own directory, empty; kept if the round fails.
    directory: PathBuf,
    /// A directory that all rounds share, for tables that take long to build.
    shared: PathBuf,
    ledger: &'a mut Ledger,
}

/// Which rounds to run.
#[derive(Clone, Copy)]
enum Extent {
    /// The first ones, as many as the short torture has.
    Short,
    /// As many as fit into this time, shared out among the parts; each part has at least one.
    Time(Duration),
    /// One.
    Only(u64),
}

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    if arguments.flag("--short") {
        arguments.end()?;
        return short(Victim::Built("dev"));
    }
    let seed = arguments.option("--seed")?.unwrap_or(1);
    let part: Option<String> = arguments.option("--part")?;
    let round: Option<u64> = arguments.option("--round")?;
    let profile: String = arguments.option("--profile")?.unwrap_or_else(|| "release".into());
    let program: Option<PathBuf> = arguments.option("--program")?;
    let minutes: f64 = arguments.word("MINUTES")?.unwrap_or(10.0);
    arguments.end()?;
    let asked = |known: &&Part| part.as_ref().is_none_or(|name| name == known.name);
    let parts: Vec<&Part> = PARTS.iter().filter(asked).collect();
    if parts.is_empty() {
        let (name, names) = (part.unwrap_or_default(), PARTS.map(|part| part.name).join(", "));
        return Err(Stop::Usage(format!("no part of the torture is called `{name}`; there are {names}")));
    }
    let seconds = Duration::try_from_secs_f64(60.0 * minutes)
        .map_err(|_| Stop::Usage(format!("MINUTES cannot be `{minutes}`")))?;
    let victim = program.map_or(Victim::Built(&profile), Victim::Given);
    torture(&parts, seed, victim, round.map_or(Extent::Time(seconds), Extent::Only))
}

/// The part of it that is a step of `cargo xtask test`, with the program that its tests have built: `cargo build` would give
/// its dependencies other features and compile them once more.
pub(crate) fn after_tests() -> Result<(), Stop> {
    let name = format!("taquin{}", std::env::consts::EXE_SUFFIX);
    short(Victim::Given(target_directory()?.join("debug").join(name)))
}

fn short(victim: Victim<'_>) -> Result<(), Stop> {
    if !cfg!(unix) {
        println!("xtask: torture is left out: it needs the signals and limits of a Unix");
        return Ok(());
    }
    torture(&PARTS.iter().collect::<Vec<_>>(), 1, victim, Extent::Short)
}

/// The program under torture.
enum Victim<'a> {
    /// Built from this workspace with a profile.
    Built(&'a str),
    /// Another one, built before or installed.
    Given(PathBuf),
}

impl Victim<'_> {
    /// Where it is, and the flags that name it.
    fn find(self) -> Result<(PathBuf, String), Stop> {
        match self {
            Victim::Built(profile) => Ok((build_taquin(profile)?, format!("--profile {profile}"))),
            Victim::Given(path) => {
                let path = path.canonicalize().map_err(at(&path))?;
                let flags = format!("--program {}", path.display());
                Ok((path, flags))
            }
        }
    }
}

fn torture(parts: &[&Part], seed: u64, victim: Victim, extent: Extent) -> Result<(), Stop> {
    if !cfg!(unix) {
        return Err(Stop::failed("torture needs the signals and limits of a Unix"));
    }
    let (binary, flags) = victim.find()?;
    let ground = target_directory()?.join("torture").join(std::process::id().to_string());
    let shared = ground.join("shared");
    let output = ground.join("output");
    for folder in [&shared, &output] {
        std::fs::create_dir_all(folder).map_err(at(folder))?;
    }
    let program = Program::new(binary, output);
    let mut ledger = Ledger::new(format!("cargo xtask torture --seed {seed} {flags}"));
    println!("xtask: torture with seed {seed}");
    let started = Instant::now();
    let shares: u32 = parts.iter().map(|part| part.share).sum();
    for part in parts {
        let begun = Instant::now();
        let goes_on = |number: u64| match extent {
            Extent::Short => number < part.short,
            Extent::Time(all) => number == 0 || begun.elapsed() < all * part.share / shares,
            Extent::Only(only) => number == only,
        };
        let mut number = if let Extent::Only(only) = extent { only } else { 0 };
        while goes_on(number) {
            let directory = ground.join(format!("{}-{number}", part.name));
            std::fs::create_dir_all(&directory).map_err(at(&directory))?;
            let random = Random::new(seed, part.name, number);
            ledger.begin(part.name, number);
            let (shared, ledger) = (shared.clone(), &mut ledger);
            let mut round = Round { number, random, program: &program, directory, shared, ledger };
            (part.round)(&mut round)?;
            let directory = round.directory;
            if !ledger.round_failed() {
                std::fs::remove_dir_all(&directory).map_err(at(&directory))?;
            }
            number += 1;
        }
        println!("xtask: torture: {} took {:.0} s", part.name, begun.elapsed().as_secs_f64());
    }
    finish(&ledger, &ground, started.elapsed())
}

/// Prints the table and tidies up, but leaves what failures refer to.
fn finish(ledger: &Ledger, ground: &Path, took: Duration) -> Result<(), Stop> {
    print!("\n{}", ledger.table());
    println!("xtask: torture done in {:.0} s", took.as_secs_f64());
    if ledger.failures() == 0 {
        return std::fs::remove_dir_all(ground).map_err(at(ground));
    }
    Err(Stop::Failed(format!(
        "torture found {} failures; their files are in {}",
        ledger.failures(),
        ground.display()
    )))
}
