//! Damaged tables: whatever happens to a file, no answer comes out that an undamaged table would not give.
//!
//! A wrong optimum is the worst thing that can happen to this program. Refusing is fine, and so is going on
//! without the table. Only of tables forged with right checksums a lie that no other entry contradicts cannot
//! be seen; there a search must still end in time and without a crash.

use super::boards::Geometry;
use super::program::{Call, End, Run};
use super::random::Random;
use super::{Round, forge};
use crate::arguments::Stop;
use crate::step::at;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Shapes, sets of tables and how a search is told to use them.
const TABLES: [(Geometry, &str, &[&str]); 4] = [
    (Geometry::flat(3, 3), "full", &[]),
    (Geometry::flat(4, 4), "5-5-5", &["-H", "pdb:5-5-5"]),
    (Geometry::flat(4, 4), "4-4-4-3", &["-H", "pdb:4-4-4-3"]),
    (Geometry::flat(4, 3), "4-4-3", &["-H", "pdb:4-4-3"]),
];

/// A read beyond the end of a mapped file.
const SIGBUS: i32 = if cfg!(target_os = "linux") { 7 } else { 10 };

/// What happens to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Bit,
    ZeroBlock,
    NoiseBlock,
    Noise,
    Header,
    Truncated,
    Appended,
    OtherName,
    Forged,
    InUse,
}

const DAMAGES: [(Damage, &str); 10] = [
    (Damage::Bit, "one bit of the entries flipped"),
    (Damage::ZeroBlock, "4 KiB of the entries zeroed"),
    (Damage::NoiseBlock, "4 KiB of noise in the entries"),
    (Damage::Noise, "all entries noise"),
    (Damage::Header, "a byte of the header changed"),
    (Damage::Truncated, "truncated"),
    (Damage::Appended, "bytes appended"),
    (Damage::OtherName, "another table under the name"),
    (Damage::Forged, "noise with right checksums"),
    (Damage::InUse, "truncated while in use"),
];

/// One table, damaged in one way; times are kept or new.
pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    let (damage, test) = DAMAGES[(round.number % DAMAGES.len() as u64) as usize];
    let (geometry, set, flags) = *round.random.pick(&TABLES);
    let good = undamaged(round, geometry, set)?;
    let boards = round.directory.join("boards.txt");
    fs::write(&boards, problems(geometry, damage, &mut round.random)).map_err(at(&boards))?;
    let solve = |tables: &Path, time_limit: &'static str| {
        let limits = ["--time-limit", time_limit, "--threads", "1"];
        let words = ["solve", "boards.txt", "--json"].into_iter().chain(flags.iter().copied()).chain(limits);
        round.program.call(&round.directory, words).tables(tables)
    };
    let truth = solve(&good, "60s").run()?;
    if let Some(complaint) = truth.unless_answered() {
        round.ledger.tried(test, &truth.command, Some(complaint));
        return Ok(());
    }
    let bad = round.directory.join("tables");
    let files = copy_all(&good, &bad)?;
    let file = round.random.pick(&files).clone();
    let run = if damage == Damage::InUse {
        truncated_while_in_use(solve(&bad, "60s"), &file, &mut round.random)?
    } else {
        let keep_times = round.random.percent(75);
        harm(&file, &files, damage, keep_times, &mut round.random)?;
        // Noise can make any search long; the limit must end it.
        solve(&bad, "1s").run()?
    };
    let complaint = run.complaint().or_else(|| lie(&truth, &run, damage));
    round.ledger.tried(test, &run.command, complaint);
    round.ledger.count(test, if run.end == End::Code(0) { "answered" } else { "refused" });
    if !matches!(damage, Damage::InUse) {
        verify(round, test, &bad)?;
    }
    Ok(())
}

/// `pdb verify` sees every damage.
fn verify(round: &mut Round, test: &'static str, tables: &Path) -> Result<(), Stop> {
    let verified = round.program.words(&round.directory, "pdb verify").tables(tables).run()?;
    let blind = || (verified.end == End::Code(0)).then(|| "pdb verify found nothing".into());
    round.ledger.tried(test, &verified.command, verified.complaint().or_else(blind));
    Ok(())
}

/// The directory of tables that nothing has happened to; built once for all rounds.
fn undamaged(round: &mut Round, geometry: Geometry, set: &str) -> Result<PathBuf, Stop> {
    let directory = round.shared.join(format!("{}-{set}", geometry.name()));
    if !directory.exists() {
        let build = ["pdb", "build", &geometry.name(), set];
        let built = round.program.call(&round.shared, build).tables(&directory).run()?;
        if let Some(complaint) = built.unless_answered() {
            return Err(Stop::Failed(format!("{}: {complaint}", built.command)));
        }
    }
    Ok(directory)
}

/// Boards of which some need most of a table; long work where the table is to be changed meanwhile.
fn problems(geometry: Geometry, damage: Damage, random: &mut Random) -> String {
    let count = if damage == Damage::InUse { 300 } else { 12 };
    let goal = geometry.blank_last();
    let board = |random: &mut Random| match geometry.cells() {
        16 => geometry.walked(&goal, 70, random),
        _ => geometry.scrambled(&goal, random),
    };
    (0..count).map(|_| geometry.text(&board(random)) + "\n").collect()
}

/// Copies tables with whatever vouches for them, times kept; the paths of the tables.
fn copy_all(from: &Path, to: &Path) -> Result<Vec<PathBuf>, Stop> {
    fs::create_dir_all(to).map_err(at(to))?;
    let mut tables = Vec::new();
    for entry in fs::read_dir(from).map_err(at(from))? {
        let source = entry.map_err(at(from))?.path();
        let Some(name) = source.file_name() else { continue };
        let target = to.join(name);
        fs::copy(&source, &target).map_err(at(&source))?;
        let times = fs::metadata(&source).and_then(|metadata| metadata.modified()).map_err(at(&source))?;
        let file = File::options().write(true).open(&target).map_err(at(&target))?;
        file.set_modified(times).map_err(at(&target))?;
        tables
            .extend(target.extension().is_some_and(|ending| ending == "taquin-pdb").then(|| target.clone()));
    }
    tables.sort();
    Ok(tables)
}

/// Does to a file what disks, copies and people do.
fn harm(
    file: &Path,
    all: &[PathBuf],
    damage: Damage,
    keep_times: bool,
    random: &mut Random,
) -> Result<(), Stop> {
    let times = fs::metadata(file).and_then(|metadata| metadata.modified()).map_err(at(file))?;
    let mut bytes = fs::read(file).map_err(at(file))?;
    let entries = forge::entries(&bytes)?;
    let before = bytes.clone();
    while bytes == before {
        change(&mut bytes, entries.clone(), all, damage, random)?;
    }
    fs::write(file, &bytes).map_err(at(file))?;
    if keep_times {
        let opened = File::options().write(true).open(file).map_err(at(file))?;
        opened.set_modified(times).map_err(at(file))?;
    }
    Ok(())
}

fn change(
    bytes: &mut Vec<u8>,
    entries: std::ops::Range<usize>,
    all: &[PathBuf],
    damage: Damage,
    random: &mut Random,
) -> Result<(), Stop> {
    let place = entries.start + random.index(entries.len());
    let block = place..entries.end.min(place + 4096);
    match damage {
        Damage::Bit => bytes[place] ^= 1 << random.below(8),
        Damage::ZeroBlock => bytes[block].fill(0),
        Damage::NoiseBlock => random.fill(&mut bytes[block]),
        Damage::Noise => random.fill(&mut bytes[entries]),
        Damage::Forged => {
            let part = if random.percent(50) { block } else { entries };
            random.fill(&mut bytes[part]);
            forge::mend(bytes);
        }
        Damage::Header => bytes[random.index(entries.start)] ^= 1 << random.below(8),
        Damage::Truncated | Damage::InUse => bytes.truncate(random.index(bytes.len())),
        Damage::Appended => bytes.extend((0..=random.below(5000)).map(|_| 7)),
        Damage::OtherName => {
            let other = random.pick(all);
            *bytes = fs::read(other).map_err(at(other))?;
            if all.len() == 1 {
                bytes.reverse();
            }
        }
    }
    Ok(())
}

fn truncated_while_in_use(call: Call, file: &Path, random: &mut Random) -> Result<Run, Stop> {
    let mut running = call.start()?;
    running.let_run(Duration::from_millis(20 + random.below(400)));
    let opened = File::options().write(true).open(file).map_err(at(file))?;
    opened.set_len(4096 + random.below(8192)).map_err(at(file))?;
    let run = running.wait()?;
    let told = !run.stderr.trim().is_empty();
    // The system ends a program that reads what is no longer there; it may do so after a message.
    let bus_error = matches!(run.end, End::Signal(SIGBUS));
    Ok(if bus_error && told { Run { end: End::Code(2), ..run } } else { run })
}

/// What the answers with damaged tables claim against those with good ones.
fn lie(truth: &Run, run: &Run, damage: Damage) -> Option<String> {
    let answers = |run: &Run| -> Vec<Value> {
        run.stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    };
    let (truth, found) = (answers(truth), answers(run));
    if run.end == End::Code(0) && found.len() != truth.len() {
        return Some(format!("{} answers to {} boards", found.len(), truth.len()));
    }
    found.iter().find_map(|answer| {
        let known = truth.iter().find(|known| known["start"] == answer["start"])?;
        let (distance, start) = (known["cost"].as_u64()?, answer["start"].as_str()?);
        let (cost, bound) = (answer["cost"].as_u64(), answer["lower_bound"].as_u64());
        if cost.is_some_and(|cost| cost < distance) {
            return Some(format!("{start}: {cost:?} moves cannot be, the distance is {distance}"));
        }
        if damage == Damage::Forged {
            return None;
        }
        let optimal = answer["optimal"] == true && cost != Some(distance);
        let above = bound.is_some_and(|bound| bound > distance);
        (optimal || above)
            .then(|| format!("{start}: cost {cost:?}, bound {bound:?}, the distance is {distance}"))
    })
}
