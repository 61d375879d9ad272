//! Text into words and separators, each with its line and column.
//!
//! Whitespace, commas and quotes stand between words; `/`, `;`, bars and brackets divide rows, layers and boards.
//! A word is kept as a number where it is one, and as text where [`draft`](super::draft) has to find out.

/// What a text is made of.
#[derive(Debug)]
pub(super) enum Lexeme {
    Cell(Content),
    Slash,
    Semicolon,
    Bar,
    Open,
    Close,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A number, and how many digits it is written with; 0 is the blank.
    Number { value: u16, digits: u8 },
    /// A word that may be several cells, a letter that may be a digit, or a mistake.
    Word(Box<str>),
}

impl Content {
    pub(super) const BLANK: Content = Content::Number { value: 0, digits: 1 };

    fn of(word: &str) -> Content {
        if word.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(value) = word.parse()
        {
            return Content::Number { value, digits: u8::try_from(word.len()).unwrap_or(u8::MAX) };
        }
        if is_blank(word) { Content::BLANK } else { Content::Word(word.into()) }
    }
}

/// Words for the blank besides 0.
fn is_blank(word: &str) -> bool {
    let mut characters = word.chars();
    let first = characters.next();
    // Runs of one mark stand where the tiles have two digits.
    first.is_some_and(is_blank_mark) && characters.all(|c| Some(c) == first)
        || ["x", "none", "null", "nil", "blank", "empty"].iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Marks that stand for the blank by themselves and in words of one character per cell.
pub(super) fn is_blank_mark(c: char) -> bool {
    matches!(c, '_' | '.' | '*' | '-' | '·' | '–' | '—' | '−' | '□' | '■' | '▢' | '␣')
}

/// Vertical lines of drawings; the plain one also stands between start and goal.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┊')
}

pub(super) fn is_opening(c: char) -> bool {
    matches!(c, '[' | '(' | '{')
}

pub(super) fn is_closing(c: char) -> bool {
    matches!(c, ']' | ')' | '}')
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '"' | '\'')
}

/// Splits a text without comments, which begins on a line of this number.
pub(super) fn lexemes(text: &str, line: usize) -> Lexemes<'_> {
    Lexemes { rest: text, line, column: 1 }
}

pub(super) struct Lexemes<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl Lexemes<'_> {
    fn advance(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
    }

    /// The length of `' '` or `""`, a cell with nothing in it, if the text goes on with one.
    fn empty_quotes(&self) -> Option<usize> {
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let inside = &self.rest[1..];
        let end = inside.find(|c: char| c != ' ')?;
        inside[end..].starts_with(quote).then_some(end + 2)
    }
}

impl Iterator for Lexemes<'_> {
    /// Line, column, and what is there.
    type Item = (usize, usize, Lexeme);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let c = self.rest.chars().next()?;
            if !is_space(c) {
                break;
            }
            if let Some(length) = self.empty_quotes() {
                let place = (self.line, self.column);
                self.rest = &self.rest[length..];
                self.column += length;
                return Some((place.0, place.1, Lexeme::Cell(Content::BLANK)));
            }
            self.advance(c);
        }
        let (line, column) = (self.line, self.column);
        let c = self.rest.chars().next()?;
        let lexeme = match c {
            '/' => Lexeme::Slash,
            ';' => Lexeme::Semicolon,
            c if is_bar(c) => Lexeme::Bar,
            c if is_opening(c) => Lexeme::Open,
            c if is_closing(c) => Lexeme::Close,
            _ => {
                let ends = |c: char| {
                    is_space(c) || c == '/' || c == ';' || is_bar(c) || is_opening(c) || is_closing(c)
                };
                let (word, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
                self.rest = rest;
                self.column += if word.is_ascii() { word.len() } else { word.chars().count() };
                // numpy and Rust name what their brackets hold.
                if rest.starts_with(is_opening) && matches!(word, "array" | "np.array" | "vec!") {
                    return self.next();
                }
                return Some((line, column, Lexeme::Cell(Content::of(word))));
            }
        };
        self.advance(c);
        Some((line, column, lexeme))
    }
}
