//! What stands behind a chore's name: flags, options with a value, and at most a few plain words.

use std::str::FromStr;

/// Why a chore ends early.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It was called wrongly: the usage is printed too, and the exit code is 2.
    Usage(String),
    /// A step failed, or a check found something: the exit code is 1.
    Failed(String),
}

impl Stop {
    pub(crate) fn failed(what: impl Into<String>) -> Stop {
        Stop::Failed(what.into())
    }
}

/// The words that no flag or option has taken yet.
pub(crate) struct Arguments<'a> {
    left: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    pub(crate) fn new(words: &[&'a str]) -> Arguments<'a> {
        Arguments { left: words.to_vec() }
    }

    /// Takes a flag; whether it was there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|&word| word != name);
        self.left.len() < before
    }

    /// Takes an option and its value, written `--seed 7` or `--seed=7`.
    pub(crate) fn option<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, Stop> {
        let joined = format!("{name}=");
        let found = self.left.iter().position(|word| *word == name || word.starts_with(&joined));
        let Some(place) = found else { return Ok(None) };
        let word = self.left.remove(place);
        let value = match word.strip_prefix(&joined) {
            Some(value) => value,
            None if place < self.left.len() => self.left.remove(place),
            None => return Err(Stop::Usage(format!("{name} needs a value"))),
        };
        value.parse().map(Some).map_err(|_| Stop::Usage(format!("{name} cannot be `{value}`")))
    }

    /// Takes the next word that is no flag.
    pub(crate) fn word<T: FromStr>(&mut self, meaning: &str) -> Result<Option<T>, Stop> {
        let Some(place) = self.left.iter().position(|word| !word.starts_with('-')) else { return Ok(None) };
        let word = self.left.remove(place);
        word.parse().map(Some).map_err(|_| Stop::Usage(format!("{meaning} cannot be `{word}`")))
    }

    /// All has been taken, or the chore was called wrongly.
    pub(crate) fn end(self) -> Result<(), Stop> {
        match self.left.first() {
            None => Ok(()),
            Some(word) => Err(Stop::Usage(format!("`{word}` means nothing here"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_options_and_words_come_in_any_order() {
        let mut arguments = Arguments::new(&["--seed", "7", "5", "--long", "--part=kills"]);
        assert!(arguments.flag("--long"));
        assert_eq!(arguments.option::<u64>("--seed"), Ok(Some(7)));
        assert_eq!(arguments.option::<String>("--part"), Ok(Some("kills".into())));
        assert_eq!(arguments.word::<u64>("MINUTES"), Ok(Some(5)));
        assert_eq!(arguments.end(), Ok(()));
    }

    #[test]
    fn what_is_left_over_or_unreadable_is_misuse() {
        let misuse = |stop: Stop| matches!(stop, Stop::Usage(_));
        assert!(misuse(Arguments::new(&["--lnog"]).end().unwrap_err()));
        assert!(misuse(Arguments::new(&["--seed", "x"]).option::<u64>("--seed").unwrap_err()));
        assert!(misuse(Arguments::new(&["--seed"]).option::<u64>("--seed").unwrap_err()));
        assert!(misuse(Arguments::new(&["soon"]).word::<u64>("MINUTES").unwrap_err()));
    }
}
