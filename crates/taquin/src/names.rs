//! Names as people type them: `A*`, `Blank_First`, `linear conflict`.

/// What two spellings of one name have in common: small letters, no `-`, `_` and spaces, and a star in words.
pub(crate) fn key(name: &str) -> String {
    name.trim().to_lowercase().replace('*', "star").replace(['-', '_', ' '], "")
}

#[cfg(test)]
mod tests {
    use crate::NamedGoal;
    use crate::heuristic::HeuristicName;
    use crate::search::Algorithm;

    #[test]
    fn spellings_that_people_use() {
        for (text, name) in
            [("A*", "astar"), ("IDA*", "idastar"), ("Weighted_A*", "weighted-astar"), ("BFS", "bfs")]
        {
            assert_eq!(text.parse::<Algorithm>().unwrap().name(), name);
        }
        for (text, name) in [
            ("misplaced", "hamming"),
            ("misplaced-tiles", "hamming"),
            ("H1", "hamming"),
            ("h2", "manhattan"),
            ("Manhattan", "manhattan"),
            ("linear_conflict", "linear-conflict"),
            ("PDB:6-6-3", "pdb:6-6-3"),
            ("Max:H1,Manhattan", "max:hamming,manhattan"),
        ] {
            assert_eq!(text.parse::<HeuristicName>().unwrap().to_string(), name);
        }
        for (text, name) in [("blank_first", "blank-first"), ("Snail", "snail"), ("spiral", "snail")] {
            assert_eq!(text.parse::<NamedGoal>().unwrap().name(), name);
        }
    }
}
