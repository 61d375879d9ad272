//! One word for one thing: words that documents do not use, each with the one that they use instead. A test and nothing else.

use crate::book::links::documents;
use crate::step::workspace;
use std::fs;

const WORDS: [(&str, &str); 15] = [
    ("taken up", "expanded, or selected"),
    ("takes up the node", "expands the node"),
    ("taxicab", "Manhattan"),
    ("city-block", "Manhattan"),
    ("of the processor", "of CPU, CPU seconds"),
    ("time on the clock", "wall-clock time"),
    ("seconds on the clock", "wall-clock seconds"),
    (" s on the clock", "s wall-clock"),
    ("by the clock)", "wall-clock"),
    ("written anew", "reimplemented"),
    ("tells why", "explains why"),
    ("for ever for", "reproducible from"),
    ("turns strangers away", "refuses"),
    ("visited nodes", "expanded nodes"),
    ("heuristic function", "heuristic"),
];

#[test]
fn documents_have_one_word_for_one_thing() {
    let mut complaints = Vec::new();
    for page in documents().unwrap() {
        let text = fs::read_to_string(workspace().join(&page)).unwrap();
        for (number, line) in text.lines().enumerate() {
            let found = WORDS.iter().filter(|(word, _)| line.to_lowercase().contains(word));
            complaints
                .extend(found.map(|(word, instead)| {
                    format!("{}:{}: `{word}`: {instead}", page.display(), number + 1)
                }));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
