//! ARCHITECTURE.md held against the repository: every file and folder that it names is there.

#[cfg(test)]
mod tests {
    use crate::step::workspace;
    use std::fs;
    use std::path::Path;

    /// What names of files end with.
    const ENDINGS: [&str; 11] =
        [".rs", ".js", ".html", ".css", ".json", ".toml", ".md", ".py", ".pyi", ".svg", ".txt"];
    /// Folders of files that were made, not written.
    const MADE: [&str; 4] = ["target", "dist", "node_modules", ".git"];

    /// Adds the paths of all files below a folder, and of the folders with `/` at their end, each with `/` before it.
    fn list(folder: &Path, prefix: &str, all: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
            let name = name.to_string_lossy();
            if !path.is_dir() {
                all.push(format!("{prefix}/{name}"));
            } else if !MADE.contains(&&*name) {
                all.push(format!("{prefix}/{name}/"));
                list(&path, &format!("{prefix}/{name}"), all);
            }
        }
    }

    /// The words of a text that are names of files or folders.
    fn names(text: &str) -> Vec<&str> {
        let ends = |c: char| c.is_whitespace() || "`,;:()[]|".contains(c);
        let words = text.split(ends).map(|word| word.trim_end_matches('.'));
        let is_path = |word: &&str| {
            let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
            plain && (ENDINGS.iter().any(|ending| word.ends_with(ending)) || word.ends_with('/'))
        };
        words.filter(is_path).filter(|word| !word.starts_with(['.', '/'])).collect()
    }

    #[test]
    fn every_file_and_folder_that_the_map_names_is_there() {
        let mut all = Vec::new();
        list(workspace(), "", &mut all);
        let text = fs::read_to_string(workspace().join("ARCHITECTURE.md")).unwrap();
        let names = names(&text);
        assert!(names.len() > 200, "{} names", names.len());
        let is_there = |name: &&&str| all.iter().any(|path| path.ends_with(&format!("/{name}")));
        let missing: Vec<_> = names.iter().filter(|name| !is_there(name)).collect();
        assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
    }

    #[test]
    fn names_are_told_from_other_words() {
        let text =
            "see `a/b.rs`, [docs](docs/web.md), the folder `pdb/`; and/or e.g. 3.5 `*.rs`, target/x.rs.";
        assert_eq!(names(text), ["a/b.rs", "docs/web.md", "pdb/", "target/x.rs"]);
    }
}
