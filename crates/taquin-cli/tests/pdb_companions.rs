//! Companions of tables, which say which slides raise a distance: built, added, verified and removed with them; and whatever
//! becomes of one, its table goes on.

use crate::common::{run, taquin};
use crate::pdb::{cache, overwrite, pdb, tables};
use std::fs;
use std::path::{Path, PathBuf};

/// Tables of two tiles, and one of three, are built in a moment.
const SET: &str = "AABBCC/DDEEFF/GGHHH.";

fn companions(directory: &Path) -> Vec<PathBuf> {
    let is_one = |file: &PathBuf| file.to_string_lossy().contains("-rises.v");
    tables(directory).into_iter().filter(is_one).collect()
}

/// The answer with the tables.
fn solve(directory: &Path) -> String {
    let board = "9 1 14 4 17 11/8 13 3 10 5 6/7 0 2 15 16 12";
    let arguments = ["--shape", "6x3", "--algorithm", "idastar", "--prune", "automaton", "--quiet", "--json"];
    let mut command = taquin();
    command.arg("solve").arg(board).args(arguments).arg("--heuristic").arg(format!("pdb:{SET}"));
    let (code, out, err) = run(command.arg("--cache-dir").arg(directory));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["optimal"], true, "{out}");
    format!("{} {} {}", answer["moves"], answer["expanded"], answer["generated"])
}

#[test]
fn a_table_goes_on_whatever_becomes_of_its_companion() {
    let cache = cache();
    let directory = cache.path();
    let (code, _, err) = pdb(directory, &format!("build 6x3 {SET}"));
    assert_eq!(code, 0, "{err}");
    let built = companions(directory);
    assert_eq!(2 * built.len(), tables(directory).len());
    let known: Vec<Vec<u8>> = built.iter().map(|file| fs::read(file).unwrap()).collect();
    let answer = solve(directory);
    assert_eq!(pdb(directory, "verify").0, 0);

    // Not there.
    fs::remove_file(&built[0]).unwrap();
    assert_eq!(solve(directory), answer);
    let (code, out, _) = pdb(directory, &format!("info 6x3:{SET}"));
    assert_eq!(code, 0);
    assert_eq!(out.matches("without its companion").count(), 1, "{out}");

    // Damaged, of another table, and cut short.
    let mut damaged = known[1].clone();
    *damaged.last_mut().unwrap() ^= 1;
    let half = damaged.len() - damaged.len() / 4;
    damaged[half] ^= 1;
    overwrite(&built[1], &damaged);
    overwrite(&built[2], &known[3]);
    overwrite(&built[3], &known[3][..5000]);
    assert_eq!(solve(directory), answer);
    let (code, out, _) = pdb(directory, "verify");
    assert_eq!(code, 1, "{out}");
    for file in &built[1..4] {
        let name = file.file_name().unwrap().to_string_lossy().split(".v").next().unwrap().to_owned();
        let line = out.lines().find(|line| line.contains(&name)).unwrap_or_else(|| panic!("{name}: {out}"));
        assert!(!line.contains("verified every"), "{line}");
    }

    // All are made again, the same.
    let (code, out, err) = pdb(directory, &format!("build 6x3 {SET}"));
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(built.iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>(), known);
    assert_eq!((pdb(directory, "verify").0, solve(directory)), (0, answer));

    let name = built[0].file_name().unwrap().to_string_lossy().replace("-rises", "");
    let (code, _, err) = pdb(directory, &format!("remove {}", name.split(".v").next().unwrap()));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(companions(directory).len(), built.len() - 1, "a table takes its companion with it");
}
