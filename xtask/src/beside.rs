//! Chores that run beside the steps of another one. Each of them leaves processors idle: while one compiler optimises a whole
//! module, while packages come over the network, while a page is waited for.

use crate::arguments::Stop;
use crate::metadata::target_directory;
use crate::step::at;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Instant;

/// A chore of this program under way, in a process of its own. What it prints is kept and printed at its end.
pub(crate) struct Beside {
    chore: String,
    process: Child,
    /// What it has printed.
    log: PathBuf,
    begun: Instant,
    has_ended: bool,
}

impl Beside {
    /// Begins a chore, given as on the command line.
    pub(crate) fn begin(words: &[&str]) -> Result<Beside, Stop> {
        let program = std::env::current_exe().map_err(|error| Stop::Failed(format!("xtask: {error}")))?;
        Beside::begin_with(&program, words)
    }

    fn begin_with(program: &Path, words: &[&str]) -> Result<Beside, Stop> {
        let chore = words.join(" ");
        let folder = target_directory()?.join("beside");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let log = folder.join(format!("{}.log", words[0]));
        let output = File::create(&log).map_err(at(&log))?;
        let errors = output.try_clone().map_err(at(&log))?;
        let process = Command::new(program).args(words).stdout(output).stderr(errors).spawn();
        let process = process.map_err(|error| Stop::Failed(format!("xtask {chore}: {error}")))?;
        println!("xtask: {chore}, beside the steps that follow");
        Ok(Beside { chore, process, log, begun: Instant::now(), has_ended: false })
    }

    /// Waits for its end, prints what it has printed, and fails if it did.
    pub(crate) fn end(mut self) -> Result<(), Stop> {
        let waiting = Instant::now();
        self.has_ended = true;
        let status = self.process.wait().map_err(|error| Stop::Failed(format!("{}: {error}", self.chore)))?;
        let text = fs::read(&self.log).map_err(at(&self.log))?;
        print!("{}", String::from_utf8_lossy(&text));
        let seconds = |since: Instant| since.elapsed().as_secs_f64();
        println!(
            "xtask: {} done {:.0} s after it began, {:.0} s of them waited for",
            self.chore,
            seconds(self.begun),
            seconds(waiting)
        );
        if status.success() { Ok(()) } else { Err(Stop::Failed(format!("{} failed", self.chore))) }
    }
}

impl Drop for Beside {
    /// When another step has failed, nothing is left running unseen.
    fn drop(&mut self) {
        if !self.has_ended {
            println!("xtask: waiting for {}, which was begun before", self.chore);
            // The step that failed is what is told.
            let _ = self.process.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::cargo_path;

    #[test]
    fn a_chore_beside_others_fails_where_it_is_waited_for() {
        let cargo = PathBuf::from(cargo_path());
        let begin = |word: &str| Beside::begin_with(&cargo, &[word]).unwrap();
        let (good, bad, left_alone) = (begin("--version"), begin("no-such-chore"), begin("version"));
        assert_eq!(good.end(), Ok(()));
        let log = bad.log.clone();
        assert_eq!(bad.end(), Err(Stop::Failed("no-such-chore failed".into())));
        assert!(fs::read_to_string(log).unwrap().contains("no such command"));
        // It is waited for, however it ends.
        let number = left_alone.process.id();
        drop(left_alone);
        assert!(!Path::new(&format!("/proc/{number}")).exists());
    }
}
