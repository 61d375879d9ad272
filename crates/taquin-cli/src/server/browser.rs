//! Opens the page in the user's browser.

use crate::ui::Ui;
use std::process::{Command, Stdio};

/// The programs that open an address, the first that is there is taken.
const OPENERS: &[&[&str]] = if cfg!(target_os = "macos") {
    &[&["open"]]
} else if cfg!(windows) {
    &[&["cmd", "/c", "start"]]
} else {
    &[&["xdg-open"], &["gio", "open"], &["wslview"]]
};

/// Starts a browser and does not wait for it. If none can be started, the address is there to be opened by hand.
pub(super) fn open(page: &str, ui: &Ui) {
    let start = |words: &&[&str]| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(page);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    };
    if !OPENERS.iter().any(start) {
        ui.note("no program was found that opens a browser: open the address above");
    }
}
