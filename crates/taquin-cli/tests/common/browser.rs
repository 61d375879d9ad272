//! A real Chromium without a window, driven by ChromeDriver.
//!
//! `cargo xtask test` finds an installed Chromium or Chrome, or installs Debian's, and tells the tests by
//! the environment. Without a browser the tests fail; `cargo xtask test --no-browser` leaves them out.

use super::serve::{self, Serve};
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
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
pub(crate) struct Page {
    pub(crate) server: Serve,
    client: Client,
    driver: Driver,
    _profile: TempDir,
}

/// ChromeDriver; closes its browser before it goes, even if a test fails.
struct Driver {
    child: Child,
    address: String,
    session: String,
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
        Driver { child, address: format!("localhost:{port}"), session: String::new() }
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
        if !self.session.is_empty() {
            serve::send(&self.address, "DELETE", &format!("/session/{}", self.session), &[], "");
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Page {
    /// Opens the page as a link with this state leads to it.
    pub(crate) async fn open(view: View, hash: &str) -> Page {
        let server = Serve::start(&[]);
        let profile = TempDir::new().expect("a directory for the browser");
        let mut driver = Driver::start();
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
        let Value::Object(wanted) = wanted else { unreachable!("written as an object") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://{}", driver.address))
            .await
            .expect("Chromium starts");
        driver.session = client.session_id().await.unwrap().expect("a session");
        let page = Page { server, client, driver, _profile: profile };
        page.go(hash).await;
        page
    }

    /// Loads the page anew.
    pub(crate) async fn go(&self, hash: &str) {
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(&format!("{}{hash}", self.server.url())).await.unwrap();
        self.wait("document.documentElement.dataset.ready === 'true'").await;
    }

    /// Goes elsewhere, as following a link does.
    pub(crate) async fn leave(&self) {
        self.client.goto("about:blank").await.unwrap();
    }

    /// Comes back to the page that was left.
    pub(crate) async fn come_back(&self) {
        self.client.back().await.unwrap();
        self.wait("document.documentElement.dataset.ready === 'true'").await;
    }

    /// The value of an expression.
    pub(crate) async fn js(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression}"), vec![]).await.unwrap_or_else(|error| {
            panic!("{expression}: {error}");
        })
    }

    /// Waits until an expression is true.
    pub(crate) async fn wait(&self, expression: &str) {
        let started = Instant::now();
        while self.js(&format!("Boolean({expression})")).await != true {
            assert!(started.elapsed() < PATIENCE, "never true: {expression}; console: {:?}", self.console());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// The text of an element, as a person reads it.
    pub(crate) async fn text(&self, id: &str) -> String {
        self.client.find(Locator::Id(id)).await.unwrap().text().await.unwrap()
    }

    pub(crate) async fn click(&self, id: &str) {
        self.click_on(&format!("#{id}")).await;
    }

    pub(crate) async fn click_on(&self, selector: &str) {
        let element = self.client.find(Locator::Css(selector)).await.unwrap();
        element.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Opens a tool, uses it if it has a button to be used by, and waits until its answer is there.
    pub(crate) async fn try_tool(&self, tool: &str) {
        self.click(&format!("tab-{tool}")).await;
        if tool != "learn" {
            self.click(tool).await;
            self.wait(&format!("!document.getElementById('{tool}').disabled")).await;
        }
        self.wait_until_still().await;
    }

    /// Waits until whatever glides or fades has come to rest.
    async fn wait_until_still(&self) {
        self.wait("document.getAnimations().every(({ playState }) => playState !== 'running')").await;
    }

    /// Types into a field in place of what is there.
    pub(crate) async fn fill(&self, id: &str, text: &str) {
        let field = self.client.find(Locator::Id(id)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    pub(crate) async fn choose(&self, id: &str, value: &str) {
        let select = self.client.find(Locator::Id(id)).await.unwrap();
        select.select_by_value(value).await.unwrap();
    }

    /// Gives a file to a file field.
    pub(crate) async fn give_file(&self, id: &str, path: &std::path::Path) {
        let field = self.client.find(Locator::Id(id)).await.unwrap();
        field.send_keys(path.to_str().expect("a plain path")).await.unwrap();
    }

    /// Presses keys on whatever has the focus.
    pub(crate) async fn press(&self, keys: &[char]) {
        let press = |actions: KeyActions, &key: &char| {
            actions.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key })
        };
        let actions = keys.iter().fold(KeyActions::new("keyboard".into()), press);
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Sets a slider as dragging it does.
    pub(crate) async fn slide_to(&self, label: &str, step: u32) {
        let script = format!(
            "const slider = document.querySelector('[aria-label=\"{label}\"]'); slider.value = {step}; \
             slider.dispatchEvent(new Event('input'))"
        );
        self.client.execute(&script, vec![]).await.unwrap();
    }

    /// What the browser has complained about.
    pub(crate) fn console(&self) -> Vec<String> {
        let path = format!("/session/{}/se/log", self.driver.session);
        let json = [("Content-Type", "application/json")];
        let log = serve::send(&self.driver.address, "POST", &path, &json, "{\"type\":\"browser\"}").json();
        let entries = log["value"].as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| format!("{}: {}", entry["level"], entry["message"])).collect()
    }

    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        self.wait_until_still().await;
        self.client.screenshot().await.unwrap()
    }

    /// Tests end with this: the console must be empty.
    pub(crate) async fn close(self) {
        let complaints = self.console();
        assert!(complaints.is_empty(), "{complaints:#?}");
    }

    /// Tests of bad input end with this: browsers note every refusal, and nothing else may be there.
    pub(crate) async fn close_after_refusals(self) {
        let complaints = self.console();
        assert!(complaints.iter().all(|text| text.contains("status of 422")), "{complaints:#?}");
    }
}
