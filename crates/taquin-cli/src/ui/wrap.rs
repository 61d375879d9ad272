//! Texts as wide as the screen.

/// A text with lines broken between words where a terminal would break them within. The first line begins at a column.
pub(crate) fn wrapped(text: &str, begin: usize, width: Option<usize>) -> String {
    let Some(width) = width else { return text.into() };
    // Colours take no room.
    let length = |text: &str| anstream::adapter::strip_str(text).to_string().chars().count();
    let mut lines = Vec::new();
    let mut column = begin;
    for line in text.lines() {
        if column + length(line) <= width {
            lines.push(line.to_string());
            column = 0;
            continue;
        }
        let mut broken = String::new();
        let indent = 2 + line.len() - line.trim_start_matches(' ').len();
        for (index, word) in line.split(' ').enumerate() {
            let room = length(word);
            if index > 0 && !broken.trim().is_empty() && column + 1 + room > width {
                broken.truncate(broken.trim_end().len());
                broken += &format!("\n{:indent$}", "");
                column = indent;
            } else if index > 0 {
                broken.push(' ');
                column += 1;
            }
            broken += word;
            column += room;
        }
        lines.push(broken);
        column = 0;
    }
    lines.join("\n")
}

/// The width of the terminal that answers go to, if they go to one.
pub(crate) fn width_of_answers() -> Option<usize> {
    width_of(&console::Term::stdout())
}

/// The width of the terminal that everything else goes to, if it goes to one.
pub(crate) fn width_of_notes() -> Option<usize> {
    width_of(&console::Term::stderr())
}

fn width_of(terminal: &console::Term) -> Option<usize> {
    terminal.is_term().then(|| terminal.size_checked()).flatten().map(|(_, columns)| usize::from(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_between_words() {
        let text = "tables that solve 15-puzzles in milliseconds";
        assert_eq!(wrapped(text, 6, Some(30)), "tables that solve\n  15-puzzles in milliseconds");
        assert_eq!(wrapped(text, 6, None), text);
        for width in [10, 40, 80] {
            let broken = wrapped(text, 6, Some(width));
            assert_eq!(broken.split_whitespace().collect::<Vec<_>>().join(" "), text);
            assert!(broken.lines().skip(1).all(|line| line.len() <= width.max(14)), "{broken}");
        }
    }

    #[test]
    fn columns_stay_and_what_is_indented_goes_on_indented() {
        let menu = "  2 hamming    tiles that are not in place";
        assert_eq!(wrapped(menu, 0, Some(80)), menu);
        assert_eq!(wrapped(menu, 0, Some(30)), "  2 hamming    tiles that are\n    not in place");
        let coloured = "\u{1b}[31mred\u{1b}[0m and so on";
        assert_eq!(wrapped(coloured, 0, Some(13)), coloured, "colours take no room");
    }
}
