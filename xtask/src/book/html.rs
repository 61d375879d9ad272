//! Tags of HTML with their attributes: enough to follow links in pages that a program has written.

/// A tag that opens, with its attributes.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Tag<'a> {
    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(attribute, _)| *attribute == name).map(|&(_, value)| value)
    }

    /// What the tag links to or shows.
    pub(super) fn target(&self) -> Option<&'a str> {
        self.attribute("href").or_else(|| self.attribute("src"))
    }
}

/// All tags that open, but for those in comments and scripts.
pub(super) fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find('<')?..];
            if rest.starts_with("<!--") {
                rest = &rest[rest.find("-->")?..];
                continue;
            }
            let Some((tag, length)) = tag(rest) else {
                rest = &rest[1..];
                continue;
            };
            rest = &rest[length..];
            if tag.name == "script" {
                rest = &rest[rest.find("</script").unwrap_or(rest.len())..];
            }
            return Some(tag);
        }
    })
}

/// The tag at the beginning of a text, and its length.
fn tag(text: &str) -> Option<(Tag<'_>, usize)> {
    let is_name = |character: char| character.is_ascii_alphanumeric() || "-_:".contains(character);
    let name_end = 1 + text[1..].find(|character| !is_name(character))?;
    if name_end == 1 {
        return None;
    }
    let mut attributes = Vec::new();
    let mut at = name_end;
    loop {
        at += text[at..].find(|character: char| !character.is_whitespace() && character != '/')?;
        if text[at..].starts_with('>') {
            return Some((Tag { name: &text[1..name_end], attributes }, at + 1));
        }
        let end =
            at + text[at..].find(|character: char| character.is_whitespace() || "=>".contains(character))?;
        let name = &text[at..end];
        at = end;
        let Some(value) = text[at..].strip_prefix('=') else {
            attributes.push((name, ""));
            continue;
        };
        let quote = value.chars().next().filter(|character| "\"'".contains(*character));
        let (start, length) = match quote {
            Some(quote) => (at + 2, value[1..].find(quote)?),
            None => (at + 1, value.find(|character: char| character.is_whitespace() || character == '>')?),
        };
        attributes.push((name, &text[start..start + length]));
        at = start + length + usize::from(quote.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_with_their_attributes_and_scripts_are_not() {
        let text = "a < b <!-- <a href='no'> --><a class=x href=\"y.html#z\">w</a><script>'<a href=\"no\">'</script><img src='p.svg'/>";
        let found: Vec<_> = tags(text).map(|tag| (tag.name, tag.target())).collect();
        assert_eq!(found, [("a", Some("y.html#z")), ("script", None), ("img", Some("p.svg"))]);
        assert_eq!(tags("<h2 id=\"one\">").next().unwrap().attribute("id"), Some("one"));
    }
}
