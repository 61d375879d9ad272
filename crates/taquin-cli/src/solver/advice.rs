//! What a person is told to build, and what that takes.

use taquin::Board;
use taquin::exact::DistanceTable;
use taquin::pdb::Catalogue;

/// Bytes of tables that a thread of a common machine builds in a second, on boards of up to 16 cells and on larger ones,
/// where half of the entries are gaps.
const BYTES_A_SECOND: [u64; 2] = [6_000_000, 27_000_000];

/// The command that builds a set, or the best one, for a goal.
pub(super) fn command(goal: &Board, set: Option<&str>) -> String {
    let shape = goal.shape();
    let mut command = format!("taquin pdb build {shape}");
    if let Some(set) = set {
        command += &format!(" {set}");
    }
    let alike = |cell| DistanceTable::blank_for(shape, cell);
    let usual = Board::goal(shape).blank();
    if alike(goal.blank()) != alike(usual) {
        command += &format!(" --goal \"{goal}\"");
    }
    command
}

/// Size and time of a set.
pub(super) fn cost(set: &Catalogue, threads: usize) -> String {
    let is_large = set.partitions().iter().flatten().any(|pattern| pattern.shape().cells() > 16);
    let seconds = set.bytes() / (BYTES_A_SECOND[usize::from(is_large)] * threads as u64);
    let time = match seconds {
        0..=1 => "a second".into(),
        2..=9 => "a few seconds".into(),
        10..=44 => "half a minute".into(),
        45..=89 => "a minute".into(),
        _ => format!("{} minutes", (seconds + 30) / 60),
    };
    format!("{} in about {time}", size(set.bytes()))
}

fn size(bytes: u64) -> String {
    bytesize::ByteSize(bytes).display().si().to_string()
}

/// What to build for boards of a goal to be solved faster, if there is anything.
pub(crate) fn to_build(goal: &Board, threads: usize) -> Option<String> {
    if DistanceTable::fits(goal.shape()) {
        return Some(format!(
            "built temporary tables; `{}` ({} in about a second) would make this faster",
            command(goal, Some("full")),
            size(DistanceTable::entry_bytes(goal.shape()))
        ));
    }
    let best = Catalogue::default_on_disk(goal.shape(), goal.blank()).ok()?;
    let used = Catalogue::in_memory(goal.shape(), goal.blank()).ok()?;
    let what = if best == used { "keeps them" } else { "would make this faster" };
    Some(format!("built temporary tables; `{}` ({}) {what}", command(goal, None), cost(&best, threads)))
}
