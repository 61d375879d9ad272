//! How the tests run the program.

pub(crate) mod browser;
pub(crate) mod files;
pub(crate) mod forms;
pub(crate) mod rows;
pub(crate) mod serve;
#[cfg(unix)]
pub(crate) mod terminal;
pub(crate) mod webdriver;

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// The program, away from whatever environment the tests run in.
pub(crate) fn taquin() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    // Tables on the machine do not change what tests see either.
    command.env("TAQUIN_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-tables"));
    command.timeout(std::time::Duration::from_secs(120));
    command
}

/// The program with arguments that are words separated by spaces.
pub(crate) fn taquin_with(arguments: &str) -> Command {
    let mut command = taquin();
    command.args(arguments.split(' '));
    command
}

/// A file of the test data.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Standard output of a command, whatever its exit code.
pub(crate) fn stdout(command: &mut Command) -> String {
    String::from_utf8(command.output().expect("the program runs").stdout).expect("text")
}

/// Exit code, standard output and standard error.
pub(crate) fn run(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// A line of JSON.
pub(crate) fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Fails unless a text is one element of XML with all elements in it closed in their order.
pub(crate) fn assert_is_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    for piece in text.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').unwrap_or_else(|| panic!("`<{piece}` does not end"));
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "<{tag}>");
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
            roots += usize::from(open.is_empty());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        for entity in rest.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)),
                "&{entity}"
            );
        }
    }
    assert_eq!((roots, open.len()), (1, 0), "one root, and all closed");
}
