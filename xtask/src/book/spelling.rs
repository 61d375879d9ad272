//! Spelling: no file of the repository has a word that the dictionary of the program `typos` knows as a mistake. A test and
//! nothing else.
//!
//! The dictionary is a crate, so nothing has to be installed. It lists mistakes, each with what was meant, and not the words of
//! a language: names and words of ours pass, and so does English from both sides of the Atlantic. Names in code are
//! taken apart where a capital letter begins a new word.

use super::links::files;
use crate::step::workspace;
use std::fs;
use unicase::UniCase;

/// Files that people write.
const ENDINGS: [&str; 13] =
    ["md", "rs", "toml", "py", "pyi", "js", "html", "css", "sh", "yml", "svg", "ipynb", "cff"];

/// Words that are right although they look like a mistake, each with what it is.
const RIGHT: [(&str, &str); 3] = [
    ("ser", "a module of serde"),
    ("childs", "a plural that a script forms and mends"),
    ("bord", "a field that a test misspells"),
];

/// The words of a line. What has digits in it, such as a colour, is none, nor are one or two letters.
fn words(line: &str) -> Vec<String> {
    let line = line.replace("\\n", " ");
    let tokens = line.split(|character: char| !character.is_alphanumeric());
    let tokens = tokens.filter(|token| token.chars().all(char::is_alphabetic));
    tokens.flat_map(humps).filter(|word| word.len() > 2).collect()
}

/// The parts of a name such as `NodeTable` or `ANumber`.
fn humps(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut parts = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let begins = |previous: char| {
            previous.is_lowercase() || letters.get(at + 1).is_some_and(|next| next.is_lowercase())
        };
        if letter.is_uppercase() && at > 0 && begins(letters[at - 1]) {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts
}

/// What was meant by a word, if it is a known mistake.
fn meant(word: &str) -> Option<String> {
    if RIGHT.iter().any(|(right, _)| word.eq_ignore_ascii_case(right)) {
        return None;
    }
    typos_dict::WORD.find(&UniCase::new(word)).map(|words| words.join(" or "))
}

#[test]
fn mistakes_are_found() {
    let found = |line: &str| words(line).iter().filter_map(|word| meant(word)).collect::<Vec<_>>();
    assert_eq!(found("It was recieved."), ["received"]);
    assert_eq!(found("let lenghtOfName = nodes_Teh(3);"), ["length", "the"]);
    assert_eq!(
        found("The colour of a color, centre and center, ANumber, #f7dbe5, a line\\nnot two."),
        [""; 0]
    );
}

#[test]
fn everything_is_spelt_right() {
    let mut complaints = Vec::new();
    let files = files(&ENDINGS).unwrap();
    assert!(files.len() > 500, "{} files", files.len());
    for path in files {
        if path.ends_with("book/spelling.rs") {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        for (index, line) in text.lines().enumerate() {
            complaints.extend(words(line).iter().filter_map(|word| {
                Some(format!("{}:{}: {word}: {}", path.display(), index + 1, meant(word)?))
            }));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
