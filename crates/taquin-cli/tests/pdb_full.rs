//! Tables of all boards.

use crate::common::{run, taquin};
use crate::pdb::{cache, names, overwrite, pdb, tables};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn the_table_of_all_boards_is_kept_and_used() {
    let cache = cache();
    let board = "5 8 1/2 0 9/4 11 10/3 6 7";
    let with_tables = |arguments: &[&str]| run(taquin().args(arguments).arg("--cache-dir").arg(cache.path()));
    let (code, out, _) = with_tables(&["check", board]);
    assert_eq!(code, 0);
    assert!(out.contains("\nsolvable\n"), "a search would take too long: {out}");
    let (code, out, _) = pdb(cache.path(), "info 3x4:full");
    assert_eq!(code, 0);
    assert!(out.contains("3x4-b0-all  29.9 MB  not built\n"), "{out}");

    build_and_look(cache.path());

    let solved = |arguments: &[&str]| -> Value {
        let (code, out, err) = with_tables(&[&["solve", board, "--json"], arguments].concat());
        assert_eq!(code, 0, "{err}");
        serde_json::from_str(&out).unwrap()
    };
    let automatic = solved(&[]);
    assert_eq!((&automatic["algorithm"], &automatic["heuristic"]), (&"look-up".into(), &"pdb:full".into()));
    assert_eq!(automatic["expanded"], automatic["cost"], "straight to the goal");
    let by_search = solved(&["--algorithm", "idastar", "--heuristic", "walking-distance"]);
    assert_eq!(by_search["cost"], automatic["cost"]);
    for name in ["pdb", "pdb:full"] {
        assert_eq!(solved(&["--heuristic", name])["heuristic"], "pdb:full");
    }
    let (code, out, _) = with_tables(&["check", board]);
    assert_eq!(code, 0);
    assert!(out.contains(&format!("solvable: exactly {} moves from the goal", automatic["cost"])), "{out}");

    // What cannot be vouched for is not used, and the way out is told, which works.
    let file = &tables(cache.path())[0];
    let mut bytes = fs::read(file).unwrap();
    bytes[5000] ^= 1;
    overwrite(file, &bytes);
    let (code, out, err) = with_tables(&["solve", board]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with(&format!("{} moves, proved optimal", automatic["cost"])), "{out}");
    assert!(err.contains("note: searching without a table that cannot be used"), "{err}");
    let (code, out, err) = with_tables(&["check", board]);
    assert!(code == 0 && out.contains("solvable") && err.contains("cannot be used"), "{out}{err}");
    let (code, out, err) = with_tables(&["solve", board, "--heuristic", "pdb:full"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("damaged, its entries do not have the checksum of its header"), "{err}");
    let (code, out, err) = pdb(cache.path(), "build 3x4 full");
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("will be replaced") && out.contains("  built  "), "{err}{out}");
    assert_eq!(solved(&["--heuristic", "pdb:full"])["cost"], automatic["cost"]);
    let (code, out, _) = pdb(cache.path(), "remove 3x4:full");
    assert_eq!(code, 0);
    assert!(out.contains("  removed  "), "{out}");
    assert!(names(cache.path()).is_empty());
}

/// Builds the table of all boards of 3×4, and asks what there is.
fn build_and_look(cache: &Path) {
    let (code, out, err) = pdb(cache, "build 3x4 full");
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("note: 3x4 full: 1 table to build, 29.9 MB in "), "{err}");
    assert!(out.starts_with("3x4-b0-all  built  29.9 MB in "), "{out}");
    assert_eq!(tables(cache).len(), 1);
    let (code, out, err) = pdb(cache, "build 3x4 full --goal blank-first");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "3x4-b0-all  there already\n", ""));

    let (code, out, _) = pdb(cache, "list --json");
    assert_eq!(code, 0);
    let listed: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&listed["name"], &listed["kind"]), (&"3x4-b0-all".into(), &"all-boards".into()));
    let (code, out, _) = pdb(cache, "info 3x4-b0-all");
    assert_eq!(code, 0);
    assert!(out.contains("blank in a cell that looks like cell 0\n"), "{out}");
    assert!(out.contains("\ndistances 0 to 53, "), "{out}");
    let (code, out, _) = pdb(cache, "verify 3x4:full");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("  right  checksums, every entry and the histogram, "), "{out}");
}

#[test]
fn shapes_with_too_many_boards_have_no_table_of_all() {
    let cache = cache();
    for arguments in ["build 4x4 full", "info 4x4:full"] {
        let (code, _, err) = pdb(cache.path(), arguments);
        assert_eq!(code, 2);
        assert!(err.contains("no table of all boards is made for 4x4"), "{err}");
    }
}
