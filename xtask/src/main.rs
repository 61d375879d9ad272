//! The project's chores: `cargo xtask test`, `cargo xtask torture` and the others of [`USAGE`].
//!
//! Each chore has a file of its own; `arguments.rs` reads what stands behind its name and `step.rs` runs
//! other programs and says what is being done.

mod arguments;
mod axe;
mod bench;
mod beside;
mod book;
mod browser;
mod deb;
mod debian;
mod deny;
mod dist;
mod figures;
mod fuzz;
mod learn;
#[cfg(test)]
mod map;
mod metadata;
mod mpi;
mod msrv;
mod pictures;
mod python;
mod step;
mod test;
mod tidy;
mod torture;
mod wasm;
mod web;

use arguments::{Arguments, Stop};
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <CHORE>

  test                    check formatting, lints, all tests, documentation, and a short torture
       --long             then the tests that take minutes (see CONTRIBUTING.md)
       --no-browser       leave out the tests that need Chromium, and say so at the end
       --no-wasm          leave out the page without a server, and say so at the end
       --no-python        leave out the Python package, and say so at the end
       --no-mpi           leave out taquin-mpi, and say so at the end
       --mpi              then a hundred kills of its processes, and two hosts made of network namespaces
  torture [MINUTES]       kill, damage, starve and flood the program and see that it never lies
       --seed N           make the choices of this seed (default: 1)
       --part NAME        run one part only; an unknown name lists them
       --round N          run one round only, as failures name it
       --short            run what `test` runs, with the profile dev
       --profile NAME     torture the program built with this profile (default: release)
       --program PATH     torture this program instead of building one
  fuzz [SECONDS]          run every fuzz target for this long (default: 60)
       --target NAME      run one target only
  bench                   measure against other implementations, record it in benchmarks/ and write BENCHMARKS.md
       --write            write BENCHMARKS.md from benchmarks/, measure nothing
       --instructions     count instructions per expanded node with callgrind
  learn SHAPE             learn again what two tiles cost each other, which beams go by, and compare with the
                          library's file
       --seed N           learn from the boards of this seed (default: 1)
       --write            replace the library's file
  msrv                    compare the Rust version claimed with what the dependencies claim
       --build            then compile everything with it
  deny                    check licences, advisories and duplicates of dependencies with cargo-deny
  wasm                    compile the module for browsers; on Debian installs what that takes
  web                     write the page as plain files that need no server, into dist/
       --into FOLDER      into another folder
  book                    build the book of all documents as plain files and follow every link, in target/book/html
       --page             put the page that needs no server beside it (done too if dist/ has one)
       --epub             make a file for e-readers too, beside the first page
  pictures                draw every picture of the documents again
       --no-browser       leave out the pictures of the page, which need Chromium
  mpi                     build taquin-mpi and run its tests, the long ones too; on Debian installs what that takes
  python                  build the Python package as a wheel, install it and test it in a virtual environment
       --release          build what is shipped: the wheel for old systems too, and the sources, in dist/python/
  deb                     build the Debian package of the program in dist/
  dist                    build everything for release in dist/: archive, Debian package, wheel, sources, SHA256SUMS
       --target TRIPLE    build the archive for this target (default: this machine's), and nothing else
  tidy                    format the code and apply the lints' suggestions";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match chore(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Usage(complaint)) => {
            eprintln!("xtask: {complaint}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Err(Stop::Failed(what)) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}

fn chore(words: &[&str]) -> Result<(), Stop> {
    let Some((&name, rest)) = words.split_first() else {
        return Err(Stop::Usage("name a chore".into()));
    };
    let arguments = Arguments::new(rest);
    match name {
        "test" => test::run(arguments),
        "torture" => torture::run(arguments),
        "fuzz" => fuzz::run(arguments),
        "bench" => bench::run(arguments),
        "learn" => learn::run(arguments),
        "msrv" => msrv::run(arguments),
        "deny" => deny::run(arguments),
        "wasm" => wasm::run(arguments),
        "web" => web::run(arguments),
        "book" => book::run(arguments),
        "pictures" => pictures::run(arguments),
        "mpi" => mpi::run(arguments),
        "python" => python::run(arguments),
        "deb" => deb::run(arguments),
        "dist" => dist::run(arguments),
        "tidy" => tidy::run(arguments),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(Stop::Usage(format!("there is no chore `{name}`"))),
    }
}
