//! Boards typed without quotes: `taquin solve 1 2 3 4 0 6 7 5 8`.

use super::Problems;
use crate::failure::Failure;
use std::ffi::OsString;
use taquin::NamedGoal;

/// Whether a word may be a part of a board: numbers, blanks, brackets, separators.
fn is_part_of_a_board(word: &str) -> bool {
    let is_mark = |c: char| c.is_ascii_digit() || " /|,;[](){}_.*-xX".contains(c);
    word.chars().all(is_mark) || matches!(word.trim_matches([',', '[', ']']), "None" | "null")
}

fn has_open_bracket(word: &str) -> bool {
    let count = |brackets: [char; 3]| word.matches(brackets).count();
    count(['[', '(', '{']) > count([']', ')', '}'])
}

impl Problems {
    /// Whether the board is a list whose brackets are closed in a later argument.
    pub(super) fn is_divided(&self) -> bool {
        let opens = |word: &OsString| word.to_str().is_some_and(has_open_bracket);
        self.goal_argument.is_some() && self.board.as_ref().is_some_and(opens)
    }

    /// Joins the words of a board that the shell has divided. `after` is what the command line has behind BOARD and GOAL.
    pub(crate) fn join(&mut self, after: Vec<OsString>) -> Result<(), Failure> {
        if after.is_empty() && !self.is_divided() {
            return Ok(());
        }
        let words = self.board.take().into_iter().chain(self.goal_argument.take()).chain(after);
        let mut words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        let goal = words.pop_if(|last| last.parse::<NamedGoal>().is_ok());
        if let Some(word) = words.iter().rfind(|word| !is_part_of_a_board(word)) {
            return Err(Failure::new(format_args!(
                "unexpected argument `{}`: put a board into quotes, e.g. \"1 2 3/4 0 6/7 5 8\"",
                word.escape_debug()
            )));
        }
        self.board = Some(words.join(" ").into());
        self.goal_argument = goal.map(OsString::from);
        Ok(())
    }
}
