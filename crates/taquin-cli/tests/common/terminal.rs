//! A terminal of some width that the program runs in, as a person sees it and types into it.

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A program that says nothing for so long hangs.
const HANG: Duration = Duration::from_secs(100);

pub(crate) struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    /// Everything that was written to the screen, and how much of it, as plain text, has been waited for.
    text: String,
    seen: usize,
}

impl Terminal {
    /// Starts the program in a terminal with so many columns.
    pub(crate) fn start(columns: u16, arguments: &[&str]) -> Terminal {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keys).and_then(|()| unlockpt(&keys)).expect("the other end");
        let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&keys, size).expect("a size");
        let name = ptsname(&keys, Vec::new()).expect("a name");
        let screen = || {
            let flags = OFlags::RDWR | OFlags::NOCTTY;
            Stdio::from(rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("it opens"))
        };
        let child = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(arguments)
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env("TAQUIN_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-tables"))
            .env_remove("COLUMNS")
            .stdin(screen())
            .stdout(screen())
            .stderr(screen())
            .spawn()
            .expect("the program starts");
        let keys = File::from(keys);
        let mut reader = keys.try_clone().expect("another handle");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails when nobody has the other end open any more.
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keys, output, text: String::new(), seen: 0 }
    }

    /// Types, or pastes as terminals without bracketed paste do.
    pub(crate) fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program listens");
    }

    /// Pastes as most terminals do today.
    pub(crate) fn paste(&mut self, text: &str) {
        self.send(&format!("\x1b[200~{}\x1b[201~", text.replace('\n', "\r")));
    }

    /// Waits until something is on the screen behind what was waited for before. Words are compared, wherever lines are broken.
    pub(crate) fn wait_for(&mut self, what: &str) {
        loop {
            let words = plain(&self.text).split_whitespace().collect::<Vec<_>>().join(" ");
            let place = words.get(self.seen..).and_then(|fresh| fresh.find(what.trim()));
            if let Some(place) = place {
                self.seen += place + what.trim().len();
                return;
            }
            assert!(self.read(), "the program ended without `{what}`: {}", plain(&self.text));
        }
    }

    /// Reads on; false at the end.
    fn read(&mut self) -> bool {
        match self.output.recv_timeout(HANG) {
            Ok(bytes) => {
                self.text += &String::from_utf8_lossy(&bytes);
                true
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => false,
            Err(_) => panic!("the program hangs: {}", plain(&self.text)),
        }
    }

    /// Waits for the end: how it ended, and all that was on the screen.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        while self.read() {}
        (self.child.wait().expect("it has ended"), plain(&self.text))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a terminal of so many columns shows when the program has ended.
pub(crate) fn on_a_terminal(columns: u16, arguments: &[&str]) -> String {
    Terminal::start(columns, arguments).end().1
}

/// A text without the sequences that colour it and move the cursor; a line that is written anew is a line.
fn plain(text: &str) -> String {
    let sequences = regex::Regex::new("\x1b\\[[0-9;?]*[A-Za-z]").expect("a valid pattern");
    sequences.replace_all(text, "").replace("\r\n", "\n").replace('\r', "\n")
}
