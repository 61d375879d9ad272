//! The browser that the tests of the web page drive: Chromium or Chrome, with its driver.

use crate::arguments::Stop;
use crate::debian;
use crate::step::works;

const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const DRIVERS: [&str; 3] = ["chromedriver", "chromium-driver", "chromium.chromedriver"];

const WAY_OUT: &str = "install Chromium or Chrome and its chromedriver (on Debian: chromium chromium-driver), \
                       or leave the tests of the page out with `cargo xtask test --no-browser`";

/// The programs found, as they are called.
pub(crate) struct Browser {
    browser: String,
    driver: String,
}

impl Browser {
    /// How the tests learn of it; see crates/taquin-cli/tests/common/browser.rs.
    pub(crate) fn environment(&self) -> [(&str, &str); 2] {
        [("TAQUIN_TEST_BROWSER", &self.browser), ("TAQUIN_TEST_DRIVER", &self.driver)]
    }
}

/// The installed browser; on Debian, as root, installs one if there is none.
pub(crate) fn find_or_install() -> Result<Browser, Stop> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    if !debian::may_install() {
        return Err(Stop::Failed(format!("no browser was found for the tests of the page: {WAY_OUT}")));
    }
    println!("xtask: no browser was found; installing Debian's packages chromium and chromium-driver");
    debian::install("browser", &["chromium", "chromium-driver"])?;
    find().ok_or_else(|| Stop::Failed(format!("the installed browser does not start: {WAY_OUT}")))
}

fn find() -> Option<Browser> {
    let first =
        |names: &[&str]| names.iter().find(|name| works(name, &["--version"])).map(ToString::to_string);
    Some(Browser { browser: first(&BROWSERS)?, driver: first(&DRIVERS)? })
}
