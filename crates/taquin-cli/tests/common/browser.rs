//! A real Chromium without a window, driven by ChromeDriver.
//!
//! `cargo xtask test` finds an installed Chromium or Chrome, or installs Debian's, and tells the tests by
//! the environment. Without a browser the tests fail; `cargo xtask test --no-browser` leaves them out.

use super::serve::Serve;
use super::webdriver::Session;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Slow machines are given time; nothing waits longer than it has to.
const PATIENCE: Duration = Duration::from_secs(40);

/// How the browser looks at the page.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) phone: bool,
    pub(crate) dark: bool,
}

pub(crate) const DESKTOP: View = View { width: 1280, height: 1080, phone: false, dark: false };
pub(crate) const PHONE: View = View { width: 390, height: 844, phone: true, dark: false };

/// A page in a browser, and the server it comes from.
pub(crate) struct Page<S = Serve> {
    pub(crate) server: S,
    url: String,
    session: Session,
    _driver: Driver,
    _profile: TempDir,
}

/// ChromeDriver, which is killed when the test is over.
struct Driver {
    child: Child,
    /// Host and port.
    address: String,
}

impl Driver {
    fn start() -> Driver {
        let driver = std::env::var("TAQUIN_TEST_DRIVER").unwrap_or_else(|_| "chromedriver".into());
        let mut child = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("chromedriver: {error}; apt-get install chromium chromium-driver, or cargo xtask test")
            });
        let out = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let announcement = "ChromeDriver was started successfully on port ";
        let port = out
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_suffix('.')?.strip_prefix(announcement).map(str::to_string));
        let port = port.expect("ChromeDriver says its port");
        Driver { child, address: format!("localhost:{port}") }
    }
}

/// Where a program is, since ChromeDriver does not look into PATH.
fn full_path(program: &OsStr) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(program));
    found.into_iter().find(|path| path.is_file())
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Page {
    /// Opens the page as a link with this state leads to it.
    pub(crate) fn open(view: View, hash: &str) -> Page {
        Page::at(Serve::start(&[]), Serve::url, view, hash)
    }
}

impl<S> Page<S> {
    /// Opens the page of a server that is at an address.
    pub(crate) fn at(server: S, url: impl Fn(&S) -> String, view: View, hash: &str) -> Page<S> {
        let profile = TempDir::new().expect("a directory for the browser");
        let driver = Driver::start();
        let mut arguments = vec![
            "--headless".to_string(),
            "--no-sandbox".into(),
            "--disable-gpu".into(),
            "--disable-dev-shm-usage".into(),
            "--no-first-run".into(),
            "--disable-background-networking".into(),
            "--disable-component-update".into(),
            "--disable-sync".into(),
            "--hide-scrollbars".into(),
            format!("--user-data-dir={}", profile.path().display()),
            format!("--window-size={},{}", view.width, view.height),
        ];
        if view.dark {
            arguments.push("--force-dark-mode".into());
        }
        let mut options = json!({ "args": arguments });
        // ChromeDriver finds the browser itself where it has its usual name.
        if let Some(path) = std::env::var_os("TAQUIN_TEST_BROWSER").and_then(|name| full_path(&name)) {
            options["binary"] = json!(path);
        }
        if view.phone {
            let metrics =
                json!({"width": view.width, "height": view.height, "pixelRatio": 2.0, "touch": true});
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted = json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let session = Session::begin(&driver.address, &wanted);
        let page = Page { url: url(&server), server, session, _driver: driver, _profile: profile };
        page.go(hash);
        page
    }

    /// Loads the page anew.
    pub(crate) fn go(&self, hash: &str) {
        self.session.go("about:blank");
        self.session.go(&format!("{}{hash}", self.url));
        self.wait("document.documentElement.dataset.ready === 'true'");
    }

    /// Goes elsewhere, as following a link does.
    pub(crate) fn leave(&self) {
        self.session.go("about:blank");
    }

    /// Comes back to the page that was left.
    pub(crate) fn come_back(&self) {
        self.session.back();
        self.wait("document.documentElement.dataset.ready === 'true'");
    }

    /// Loads the page again, as the person's browser does.
    pub(crate) fn reload(&self) {
        self.session.reload();
        self.wait("document.documentElement.dataset.ready === 'true'");
    }

    /// Presses the browser's button Back.
    pub(crate) fn back(&self) {
        self.session.back();
    }

    /// The value of an expression.
    pub(crate) fn js(&self, expression: &str) -> Value {
        self.session.run(&format!("return {expression}"))
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&self, expression: &str) {
        let started = Instant::now();
        while self.js(&format!("Boolean({expression})")) != true {
            assert!(started.elapsed() < PATIENCE, "never true: {expression}; console: {:?}", self.console());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits until an expression has a value.
    pub(crate) fn becomes(&self, expression: &str, value: &Value, what: &str) {
        let started = Instant::now();
        loop {
            let now = self.js(expression);
            if &now == value {
                return;
            }
            assert!(started.elapsed() < PATIENCE, "{what}: {now:#}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Shows the page in the few colours that the system prescribes.
    pub(crate) fn force_colours(&self) {
        self.prefer("forced-colors", "active");
    }

    /// Tells the page what its reader has asked the system for.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        let features = json!({"features": [{"name": feature, "value": value}]});
        self.order("Emulation.setEmulatedMedia", features);
    }

    /// Makes the window as wide and as high as a device's; a phone asks for the page to be loaded again.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.order("Emulation.setDeviceMetricsOverride", size);
    }

    /// Gives the browser an order that only Chromium knows.
    fn order(&self, name: &str, parameters: Value) {
        let order = json!({"cmd": name, "params": parameters});
        self.session.post("goog/cdp/execute", &order).expect("the browser can do so");
    }

    /// What axe finds wrong with the page as it is. `cargo xtask test` fetches axe and tells where it is.
    pub(crate) fn faults(&self) -> Value {
        self.wait_until_still();
        if self.js("Boolean(window.axe)") == false {
            let path = std::env::var_os("TAQUIN_TEST_AXE");
            let path = path.expect("TAQUIN_TEST_AXE names the script of axe: run cargo xtask test");
            self.session.run(&std::fs::read_to_string(path).expect("the script of axe"));
        }
        let told = "({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`";
        self.js(&format!(
            "(window.faults = null, axe.run().then(({{ violations }}) => {{ window.faults = violations.map({told}); }}), 0)"
        ));
        self.wait("window.faults");
        self.js("window.faults")
    }

    /// The text of an element, as a person reads it.
    pub(crate) fn text(&self, id: &str) -> String {
        self.session.find(&format!("#{id}")).text()
    }

    pub(crate) fn click(&self, id: &str) {
        self.click_on(&format!("#{id}"));
    }

    /// Clicks an element, after scrolling it out from under the board that stays in sight on phones.
    pub(crate) fn click_on(&self, selector: &str) {
        let script = format!(
            "const node = document.querySelector({}); const {{ x, y, width, height }} = node.getBoundingClientRect(); \
             if (!node.contains(document.elementFromPoint(x + width / 2, y + height / 2))) node.scrollIntoView({{ block: 'end' }})",
            json!(selector)
        );
        self.session.run(&script);
        self.session.find(selector).click();
    }

    /// Opens a tool, uses it if it has a button to be used by, and waits until its answer is there.
    pub(crate) fn try_tool(&self, tool: &str) {
        self.click(&format!("tab-{tool}"));
        if tool != "learn" {
            self.click(tool);
            self.wait(&format!("document.getElementById('{tool}').ariaDisabled !== 'true'"));
        }
        self.wait_until_still();
    }

    /// Waits until whatever glides or fades has come to rest.
    fn wait_until_still(&self) {
        self.wait("document.getAnimations().every(({ playState }) => playState !== 'running')");
    }

    /// Types into a field in place of what is there.
    pub(crate) fn fill(&self, id: &str, text: &str) {
        let field = self.session.find(&format!("#{id}"));
        field.clear();
        field.type_in(text);
    }

    pub(crate) fn choose(&self, id: &str, value: &str) {
        self.session.find(&format!("#{id} option[value='{value}']")).click();
    }

    /// Gives a file to a file field.
    pub(crate) fn give_file(&self, id: &str, path: &std::path::Path) {
        self.session.find(&format!("#{id}")).type_in(path.to_str().expect("a plain path"));
    }

    /// Presses keys on whatever has the focus.
    pub(crate) fn press(&self, keys: &[char]) {
        self.session.press(keys);
    }

    /// Sets a slider as dragging it does.
    pub(crate) fn slide_to(&self, label: &str, step: u32) {
        let script = format!(
            "const slider = document.querySelector('[aria-label=\"{label}\"]'); slider.value = {step}; \
             slider.dispatchEvent(new Event('input'))"
        );
        self.session.run(&script);
    }

    /// What the browser has complained about.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.session.post("se/log", &json!({"type": "browser"})).expect("the driver keeps a log");
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| format!("{}: {}", entry["level"], entry["message"])).collect()
    }

    pub(crate) fn screenshot(&self) -> Vec<u8> {
        self.wait_until_still();
        self.session.screenshot()
    }

    /// Tests end with this: the console must be empty.
    pub(crate) fn close(self) {
        let complaints = self.console();
        assert!(complaints.is_empty(), "{complaints:#?}");
    }

    /// Tests of bad input end with this: browsers note every refusal, and nothing else may be there.
    pub(crate) fn close_after_refusals(self) {
        let complaints = self.console();
        assert!(complaints.iter().all(|text| text.contains("status of 422")), "{complaints:#?}");
    }
}
