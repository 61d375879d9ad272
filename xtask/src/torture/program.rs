//! Runs the real `taquin` as a user would: away from the caller's environment, with a guard against hangs,
//! and with the shell command that does the same by hand.

use crate::arguments::Stop;
use crate::step::at;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Long enough for anything that is not a hang, on a machine with far too much to do.
pub(super) const PATIENCE: Duration = Duration::from_secs(90);

/// The program under torture.
pub(super) struct Program {
    path: PathBuf,
    /// Where what it prints is kept until it has been read.
    output: PathBuf,
}

/// A call of the program, not made yet.
pub(super) struct Call {
    path: PathBuf,
    printed: PathBuf,
    directory: PathBuf,
    arguments: Vec<OsString>,
    /// Limits of the shell that starts it, as `-v 100000`.
    ulimits: Vec<String>,
    environment: Vec<(String, String)>,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    patience: Duration,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Code(i32),
    /// Killed by a signal, its own fault or ours.
    Signal(i32),
    /// Still running when patience was over.
    Hung,
}

/// A call under way. It never outlives the torture.
pub(super) struct Running {
    child: Guarded,
    /// How to do the same by hand.
    pub(super) command: String,
    started: Instant,
    /// The files of standard output and standard error, without their endings.
    printed: PathBuf,
    patience: Duration,
    usage: Usage,
}

/// A process that is killed when it is forgotten.
struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The most that the system has seen a process use; `None` where the system does not tell.
#[derive(Clone, Copy, Default)]
pub(super) struct Usage {
    pub(super) peak_bytes: Option<u64>,
    pub(super) cpu: Option<Duration>,
}

/// A call that is over.
pub(super) struct Run {
    pub(super) command: String,
    pub(super) end: End,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) took: Duration,
    pub(super) usage: Usage,
}

impl Program {
    pub(super) fn new(path: PathBuf, output: PathBuf) -> Program {
        Program { path, output }
    }

    /// A call with arguments, from a directory. Tables are in `tables` there unless told otherwise.
    pub(super) fn call<A: Into<OsString>>(
        &self,
        directory: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Call {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Call {
            path: self.path.clone(),
            printed: self.output.join(number.to_string()),
            directory: directory.to_path_buf(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            ulimits: Vec::new(),
            environment: Vec::new(),
            input: None,
            output: None,
            patience: PATIENCE,
        }
    }

    /// The same with arguments in one text, separated by spaces.
    pub(super) fn words(&self, directory: &Path, arguments: &str) -> Call {
        self.call(directory, arguments.split(' '))
    }
}

impl Call {
    /// Keeps tables in another directory.
    pub(super) fn tables(mut self, directory: &Path) -> Call {
        self.environment.push(("TAQUIN_CACHE_DIR".into(), directory.display().to_string()));
        self
    }

    pub(super) fn ulimit(mut self, limit: impl Into<String>) -> Call {
        self.ulimits.push(limit.into());
        self
    }

    pub(super) fn input(mut self, file: &Path) -> Call {
        self.input = Some(file.to_path_buf());
        self
    }

    /// Sends standard output into a file instead of keeping it.
    pub(super) fn output(mut self, file: &Path) -> Call {
        self.output = Some(file.to_path_buf());
        self
    }

    pub(super) fn patience(mut self, patience: Duration) -> Call {
        self.patience = patience;
        self
    }

    /// Starts it. Output goes to files, so that it never waits for a reader.
    pub(super) fn start(self) -> Result<Running, Stop> {
        let command = self.by_hand();
        let create = |ending: &str| {
            let path = self.printed.with_extension(ending);
            File::create(&path).map_err(at(&path))
        };
        let stdin = match &self.input {
            Some(file) => Stdio::from(File::open(file).map_err(at(file))?),
            None => Stdio::null(),
        };
        let stdout = match &self.output {
            Some(file) => fs::OpenOptions::new().write(true).open(file).map_err(at(file))?,
            None => create("out")?,
        };
        let mut child = self.command();
        child.stdin(stdin).stdout(stdout).stderr(create("err")?);
        let started = Instant::now();
        let child = Guarded(child.spawn().map_err(at(&self.path))?);
        let (printed, patience) = (self.printed, self.patience);
        Ok(Running { child, command, started, printed, patience, usage: Usage::default() })
    }

    pub(super) fn run(self) -> Result<Run, Stop> {
        self.start()?.wait()
    }

    fn command(&self) -> Command {
        let mut command = if self.ulimits.is_empty() {
            Command::new(&self.path)
        } else {
            let limits: String = self.ulimits.iter().map(|limit| format!("ulimit {limit}; ")).collect();
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("{limits}exec \"$0\" \"$@\"")).arg(&self.path);
            shell
        };
        command.args(&self.arguments).current_dir(&self.directory);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TAQUIN_LOG", "RUST_BACKTRACE"] {
            command.env_remove(name);
        }
        command.env("TAQUIN_CACHE_DIR", self.directory.join("tables"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// The call as it is typed into a shell.
    fn by_hand(&self) -> String {
        let tables = self.directory.join("tables").display().to_string();
        let set = self.environment.iter().rfind(|(name, _)| name == "TAQUIN_CACHE_DIR");
        let tables = set.map_or(tables, |(_, value)| value.clone());
        let mut text = format!("cd {} && ", quoted(&self.directory.display().to_string()));
        for limit in &self.ulimits {
            text += &format!("ulimit {limit} && ");
        }
        text += &format!("TAQUIN_CACHE_DIR={} {}", quoted(&tables), quoted(&self.path.display().to_string()));
        for argument in &self.arguments {
            text += &format!(" {}", quoted(&argument.to_string_lossy()));
        }
        for (sign, file) in [("<", &self.input), (">", &self.output)] {
            text += &file.iter().map(|file| format!(" {sign} {}", file.display())).collect::<String>();
        }
        text
    }
}

impl Running {
    pub(super) fn id(&self) -> u32 {
        self.child.0.id()
    }

    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.0.try_wait(), Ok(None))
    }

    /// Lets it run for a while, unless it ends before; whether it is still alive.
    pub(super) fn let_run(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while self.is_alive() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1).min(until.saturating_duration_since(Instant::now())));
        }
        self.is_alive()
    }

    /// Kills it as nothing can be caught.
    pub(super) fn kill(mut self) -> Result<Run, Stop> {
        let _ = self.child.0.kill();
        self.wait()
    }

    /// Sends a signal by name.
    pub(super) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.0.id());
        let _ = Command::new("sh").arg("-c").arg(kill).stderr(Stdio::null()).status();
    }

    /// Waits for its end; a hang is ended.
    pub(super) fn wait(mut self) -> Result<Run, Stop> {
        let end = loop {
            self.usage = self.usage.max(Usage::of(self.child.0.id()));
            match self.child.0.try_wait() {
                Ok(Some(status)) => break end_of(status),
                Ok(None) if self.started.elapsed() < self.patience => {
                    let pause = self.started.elapsed().as_millis().clamp(1, 10) as u64;
                    std::thread::sleep(Duration::from_millis(pause));
                }
                Ok(None) | Err(_) => {
                    let _ = self.child.0.kill();
                    let _ = self.child.0.wait();
                    break End::Hung;
                }
            }
        };
        let took = self.started.elapsed();
        let read = |ending: &str| {
            let path = self.printed.with_extension(ending);
            let text =
                fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
            let _ = fs::remove_file(&path);
            text
        };
        Ok(Run {
            command: self.command,
            end,
            stdout: read("out"),
            stderr: read("err"),
            took,
            usage: self.usage,
        })
    }
}

impl Run {
    /// What is wrong with any call that ends like this: neither 0, 1 nor 2, a panic, or no end.
    pub(super) fn complaint(&self) -> Option<String> {
        match self.end {
            End::Hung => Some(format!("no end after {:.0} s", self.took.as_secs_f64())),
            End::Signal(number) => Some(format!("killed by signal {number}: {}", self.last_words())),
            End::Code(0..=2) if self.stderr.contains("panicked at") => Some(self.last_words()),
            End::Code(0..=2) => None,
            End::Code(code) => Some(format!("exit code {code}: {}", self.last_words())),
        }
    }

    /// The same for calls that must succeed.
    pub(super) fn unless_answered(&self) -> Option<String> {
        let refused = || (self.end != End::Code(0)).then(|| format!("{:?}: {}", self.end, self.last_words()));
        self.complaint().or_else(refused)
    }

    /// The line on standard error that says what went wrong, shortened; the last one if none stands out.
    pub(super) fn last_words(&self) -> String {
        let mut lines = self.stderr.lines().filter(|line| !line.trim().is_empty());
        let stands_out = |line: &&str| line.contains("panicked at") || line.starts_with("error");
        let line = lines.clone().find(stands_out).or_else(|| lines.next_back());
        line.unwrap_or("nothing on standard error").chars().take(200).collect()
    }
}

impl Usage {
    /// Linux tells in /proc; others do not tell.
    pub(super) fn of(process: u32) -> Usage {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // User and system time are the 12th and 13th field behind the name, in hundredths of a second.
        let fields = stat.rsplit_once(") ").map(|(_, fields)| fields.split(' '));
        let ticks =
            fields.map(|fields| fields.skip(11).take(2).filter_map(|tick| tick.parse::<u64>().ok()).sum());
        Usage {
            peak_bytes: peak.map(|kilobytes: u64| kilobytes << 10),
            cpu: ticks.map(|ticks: u64| Duration::from_millis(10 * ticks)),
        }
    }

    fn max(self, other: Usage) -> Usage {
        Usage { peak_bytes: self.peak_bytes.max(other.peak_bytes), cpu: self.cpu.max(other.cpu) }
    }
}

#[cfg(unix)]
fn end_of(status: std::process::ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;
    status.code().map_or_else(|| End::Signal(status.signal().unwrap_or(0)), End::Code)
}

#[cfg(not(unix))]
fn end_of(status: std::process::ExitStatus) -> End {
    status.code().map_or(End::Signal(0), End::Code)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
