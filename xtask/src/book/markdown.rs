//! What a page says about other files: its links with their places, the pictures and frames in it, and its own anchors.

use super::html;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::HashSet;
use std::ops::Range;

/// A link to something else, as it is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Where the link leads, with its anchor.
    pub(super) to: String,
    /// The bytes of the page in which `to` is written, if it can be written anew; frames and other HTML cannot.
    pub(super) place: Option<Range<usize>>,
    /// The bytes of the page that are the link with its text, or what the browser is told about it.
    pub(super) whole: Range<usize>,
    /// Whether it is a picture.
    pub(super) is_picture: bool,
}

/// A heading's name and where its text begins in the page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) anchor: String,
    pub(super) start: usize,
}

fn events(page: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(page, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).into_offset_iter()
}

/// All links, pictures and frames of a page.
pub(super) fn links(page: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (event, range) in events(page) {
        let is_picture = matches!(event, Event::Start(Tag::Image { .. }));
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                // A text between brackets may hold the same words as the link: the last ones are the link's.
                let found = page[range.clone()].rfind(&*dest_url).map(|at| range.start + at);
                let place = found.map(|start| start..start + dest_url.len());
                links.push(Link { to: dest_url.into_string(), place, whole: range, is_picture });
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                let whole = range;
                links.extend(html::tags(&text).filter_map(|tag| {
                    let to = tag.target()?.to_owned();
                    Some(Link { to, place: None, whole: whole.clone(), is_picture: tag.name == "img" })
                }));
            }
            _ => {}
        }
    }
    links
}

/// The names of a page's headings, as mdBook and forges make them.
pub(super) fn anchors(page: &str) -> HashSet<String> {
    headings(page).into_iter().map(|heading| heading.anchor).collect()
}

/// The headings of a page, in their order.
pub(super) fn headings(page: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for (event, range) in events(page) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                let marks = page[range.clone()].trim_start_matches(['#', ' ']);
                open = Some((String::new(), range.end - marks.len()));
            }
            Event::End(TagEnd::Heading(_)) => {
                headings.extend(open.take().map(|(text, start)| Heading { anchor: anchor(&text), start }))
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some((heading, _)) = &mut open {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    headings
}

/// Lower case, hyphens for spaces, and nothing but letters, digits, hyphens and underscores.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|character| match character {
        ' ' => Some('-'),
        '-' | '_' => Some(character),
        _ => character.is_alphanumeric().then_some(character),
    });
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_where_they_are_written_and_not_in_code() {
        let page = "[a.md](a.md#part) `[b](b.md)` ![c](c.svg)\n\n<iframe src=\"d.html\"></iframe>\n\n```\n[e](e.md)\n```\n";
        let links = links(page);
        let to: Vec<&str> = links.iter().map(|link| link.to.as_str()).collect();
        assert_eq!(to, ["a.md#part", "c.svg", "d.html"]);
        assert_eq!(links[0].place, Some(7..16));
        assert_eq!(&page[links[1].place.clone().unwrap()], "c.svg");
        assert_eq!(&page[links[0].whole.clone()], "[a.md](a.md#part)");
        assert_eq!(links.iter().map(|link| link.is_picture).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn headings_have_the_names_that_forges_give_them() {
        let found = anchors("# Why half are *out of reach*\n\n## `--json`, A\\* and 2×2\n");
        assert_eq!(found, ["why-half-are-out-of-reach".into(), "--json-a-and-22".into()].into());
        let page = "# One\n\ntext\n\n## `two` it\n";
        assert!(
            headings(page)
                .iter()
                .map(|heading| &page[heading.start..])
                .eq(["One\n\ntext\n\n## `two` it\n", "`two` it\n"])
        );
    }
}
