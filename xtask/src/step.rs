//! Steps of a chore: other programs, run with a line before and after.

use crate::arguments::Stop;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs a step and says how long it took.
pub(crate) fn run(step: &str, command: &mut Command) -> Result<(), Stop> {
    println!("xtask: {step}");
    let started = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            println!("xtask: {step} done in {:.0} s", started.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(_) => Err(Stop::Failed(format!("{step} failed"))),
        Err(error) => Err(Stop::Failed(format!("{step} failed ({error})"))),
    }
}

/// Runs cargo as a step.
pub(crate) fn cargo(step: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), Stop> {
    run(step, Command::new(cargo_path()).args(arguments).envs(environment.iter().copied()))
}

/// The cargo that runs this chore.
pub(crate) fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

/// What a program prints, if it ends well.
pub(crate) fn output(command: &mut Command) -> Result<String, Stop> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(_) => Err(Stop::Failed(format!("{name} failed"))),
        Err(error) => Err(Stop::Failed(format!("{name} failed ({error})"))),
    }
}

/// Whether a program can be started with these arguments and ends well.
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// The directory of the workspace, wherever the chore was called.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The program `taquin`, built with a profile.
pub(crate) fn build_taquin(profile: &str) -> Result<PathBuf, Stop> {
    let arguments = ["build", "--package", "taquin-cli", "--bin", "taquin", "--profile", profile];
    cargo(&format!("taquin with profile {profile}"), &arguments, &[])?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let name = format!("taquin{}", std::env::consts::EXE_SUFFIX);
    Ok(crate::metadata::target_directory()?.join(folder).join(name))
}

/// An error of the operating system with the file it is about.
pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Stop + '_ {
    move |error| Stop::Failed(format!("{}: {error}", path.display()))
}
