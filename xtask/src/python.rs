//! `cargo xtask python`: the Python package as its users get it. Makes a virtual environment, builds the wheel, installs it
//! there, and runs its tests, examples, notebooks and type checkers against what was installed.
//!
//! With `--release` the wheel is the one that is shipped, for systems with glibc 2.17 or later, and the source
//! distribution lies beside it in dist/python/. `cargo xtask test` runs it without, unless it is told `--no-python`.

use crate::arguments::{Arguments, Stop};
use crate::step::{at, run as step, works, workspace};
use crate::{debian, metadata};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names that Python has, the newest that is tested first.
const INTERPRETERS: [&str; 7] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];
/// Ends well on a Python that is new enough and can make virtual environments with pip.
const IS_USABLE: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// What stubs may say that the module does not.
const ALLOWED: &str = "tests/stubtest-allowlist.txt";

const WAY_OUT: &str = "install Python 3.10 or later with venv and pip (on Debian: python3 python3-venv), or leave the \
                       package out with `cargo xtask test --no-python`";

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let release = arguments.flag("--release");
    arguments.end()?;
    if release { build_for_release().map(drop) } else { test() }
}

/// Builds the wheel with the profile of tests and tests it.
pub(crate) fn test() -> Result<(), Stop> {
    let environment = Environment::make()?;
    let wheels = metadata::target_directory()?.join("python").join("wheels");
    let wheel = environment.build(&["--profile", "dev"], &wheels)?;
    environment.check(&wheel)
}

/// Builds what is shipped into dist/python/, tests it, and names the files.
pub(crate) fn build_for_release() -> Result<Vec<PathBuf>, Stop> {
    let environment = Environment::make()?;
    let dist = workspace().join("dist").join("python");
    let wheel = if cfg!(target_os = "linux") {
        environment.install("a linker for old systems", &["-r", "requirements-release.txt"])?;
        environment.build(&["--profile", "dist", "--zig", "--compatibility", "manylinux2014"], &dist)?
    } else {
        environment.build(&["--profile", "dist"], &dist)?
    };
    let out = dist.display().to_string();
    environment.run("source distribution", "maturin", &["sdist", "--out", &out])?;
    environment.check(&wheel)?;
    let sources = fs::read_dir(&dist).map_err(at(&dist))?.filter_map(|file| Some(file.ok()?.path()));
    let mut files: Vec<PathBuf> =
        sources.filter(|path| path.extension().is_some_and(|ending| ending == "gz")).collect();
    files.push(wheel);
    Ok(files)
}

/// The directory of the package.
fn package() -> PathBuf {
    workspace().join("crates").join("taquin-python")
}

/// A virtual environment with everything that tests need.
struct Environment {
    programs: PathBuf,
}

impl Environment {
    /// Makes it, or takes the one that was made before; installs what is missing.
    fn make() -> Result<Environment, Stop> {
        let python = find_or_install()?;
        let folder = metadata::target_directory()?.join("python").join("venv");
        let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let environment = Environment { programs };
        let own = environment.program("python");
        if !works(&own.display().to_string(), &["-c", IS_USABLE]) {
            // One of another machine, or half made.
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(at(&folder))?;
            }
            step("virtual environment", Command::new(python).arg("-m").arg("venv").arg(&folder))?;
        }
        let installer = ["-m", "pip", "install", "--quiet", "--no-compile", "-r", "requirements-uv.txt"];
        environment.run("an installer", "python", &installer)?;
        environment.install("packages for tests", &["-r", "requirements-test.txt"])?;
        Ok(environment)
    }

    fn program(&self, name: &str) -> PathBuf {
        self.programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }

    /// Runs a program of the environment in the directory of the package.
    fn run(&self, what: &str, program: &str, arguments: &[&str]) -> Result<(), Stop> {
        step(what, self.command(program).args(arguments))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.program(program));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(self.programs.clone()).chain(std::env::split_paths(&path));
        if let Ok(path) = std::env::join_paths(paths) {
            command.env("PATH", path);
        }
        if let Some(environment) = self.programs.parent() {
            command.env("VIRTUAL_ENV", environment);
        }
        command.current_dir(package()).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        command
    }

    /// Installs packages. uv does in a sixth of the time what pip does.
    fn install(&self, what: &str, arguments: &[&str]) -> Result<(), Stop> {
        self.run(what, "uv", &[&["pip", "install", "--quiet"], arguments].concat())
    }

    /// Builds the wheel into a folder that holds no other.
    fn build(&self, flags: &[&str], folder: &Path) -> Result<PathBuf, Stop> {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(at(folder))?;
        }
        let out = folder.display().to_string();
        self.run("wheel", "maturin", &[&["build", "--locked", "--out", &out], flags].concat())?;
        let files = fs::read_dir(folder).map_err(at(folder))?.filter_map(|file| Some(file.ok()?.path()));
        let mut wheels = files.filter(|path| path.extension().is_some_and(|ending| ending == "whl"));
        wheels.next().ok_or_else(|| Stop::failed("maturin built no wheel"))
    }

    /// Installs a wheel and holds everything against it.
    fn check(&self, wheel: &Path) -> Result<(), Stop> {
        let wheel = wheel.display().to_string();
        // As users do.
        let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &wheel];
        self.run("installation", "python", &install)?;
        self.run("tests of the Python package", "python", &["-m", "pytest", "--quiet", "tests"])?;
        let doctests = ["-m", "pytest", "--quiet", "--doctest-modules", "--pyargs", "taquin"];
        // Elsewhere than beside the sources, which would be imported instead.
        step("examples in docstrings", self.command("python").args(doctests).current_dir(&self.programs))?;
        self.run(
            "stubs against the module",
            "python",
            &[
                "-m",
                "mypy.stubtest",
                "--mypy-config-file",
                "pyproject.toml",
                "--allowlist",
                ALLOWED,
                "taquin",
            ],
        )?;
        self.run("types by mypy", "python", &["-m", "mypy", "python/taquin", "tests", "examples"])?;
        self.run("types by pyright", "pyright", &["examples"])
    }
}

/// A Python that is new enough; on Debian, as root, installs one if there is none.
pub(crate) fn find_or_install() -> Result<&'static str, Stop> {
    if let Some(python) = find() {
        return Ok(python);
    }
    if !debian::may_install() {
        return Err(Stop::Failed(format!("no Python was found for the tests of the package: {WAY_OUT}")));
    }
    println!("xtask: no Python was found; installing Debian's packages python3 and python3-venv");
    debian::install("Python", &["python3", "python3-venv"])?;
    find().ok_or_else(|| Stop::Failed(format!("the installed Python cannot be used: {WAY_OUT}")))
}

fn find() -> Option<&'static str> {
    INTERPRETERS.into_iter().find(|python| works(python, &["-c", IS_USABLE]))
}
