//! The few commands of the WebDriver protocol that the tests use (<https://www.w3.org/TR/webdriver2/>).

use super::serve;
use serde_json::{Value, json};

/// How the protocol names the field that holds an element's number.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser; it is closed when it is dropped, even if a test fails.
pub(crate) struct Session {
    /// Host and port of the driver.
    address: String,
    id: String,
}

impl Session {
    /// Opens a browser.
    pub(crate) fn begin(address: &str, capabilities: &Value) -> Session {
        let wanted = json!({"capabilities": {"alwaysMatch": capabilities}});
        let begun = command(address, "POST", "/session", &wanted).expect("Chromium starts");
        let id = begun["sessionId"].as_str().expect("a session").to_string();
        Session { address: address.into(), id }
    }

    /// Gives a command to the browser, or to one of its elements.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        command(&self.address, "POST", &format!("/session/{}/{path}", self.id), body)
    }

    fn get(&self, path: &str) -> Result<Value, String> {
        command(&self.address, "GET", &format!("/session/{}/{path}", self.id), &Value::Null)
    }

    pub(crate) fn go(&self, url: &str) {
        self.post("url", &json!({ "url": url })).unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// To the page before.
    pub(crate) fn back(&self) {
        self.post("back", &json!({})).expect("there was a page before");
    }

    /// The same page again.
    pub(crate) fn reload(&self) {
        self.post("refresh", &json!({})).expect("a page is open");
    }

    /// What a script returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        let body = json!({"script": script, "args": []});
        self.post("execute/sync", &body).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The element that a selector finds.
    pub(crate) fn find(&self, selector: &str) -> Element<'_> {
        let body = json!({"using": "css selector", "value": selector});
        let found = self.post("element", &body).unwrap_or_else(|error| panic!("{selector}: {error}"));
        let number = found[ELEMENT].as_str().expect("an element has a number").to_string();
        Element { session: self, selector: selector.into(), number }
    }

    /// Presses and releases keys.
    pub(crate) fn press(&self, keys: &[char]) {
        let stroke = |key: &char| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key}));
        let strokes: Vec<Value> = keys.iter().flat_map(stroke).collect();
        let body = json!({"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]});
        self.post("actions", &body).unwrap_or_else(|error| panic!("{keys:?}: {error}"));
    }

    /// What is on the screen, as a PNG file.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let picture = self.get("screenshot").expect("a picture");
        from_base64(picture.as_str().expect("text"))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        serve::send(&self.address, "DELETE", &format!("/session/{}", self.id), &[], "");
    }
}

/// An element of the page.
pub(crate) struct Element<'a> {
    session: &'a Session,
    selector: String,
    number: String,
}

impl Element<'_> {
    fn done(&self, answer: Result<Value, String>) -> Value {
        answer.unwrap_or_else(|error| panic!("{}: {error}", self.selector))
    }

    fn post(&self, what: &str, body: &Value) {
        self.done(self.session.post(&format!("element/{}/{what}", self.number), body));
    }

    pub(crate) fn click(&self) {
        self.post("click", &json!({}));
    }

    pub(crate) fn clear(&self) {
        self.post("clear", &json!({}));
    }

    pub(crate) fn type_in(&self, text: &str) {
        self.post("value", &json!({ "text": text }));
    }

    /// Its text as a person reads it.
    pub(crate) fn text(&self) -> String {
        let text = self.done(self.session.get(&format!("element/{}/text", self.number)));
        text.as_str().expect("text").to_string()
    }
}

/// The value that comes back, or what the driver says is wrong.
fn command(address: &str, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let answer = serve::send(address, method, path, &[("Content-Type", "application/json")], &body);
    let value = answer.json()["value"].take();
    if answer.status == 200 { Ok(value) } else { Err(value.to_string()) }
}

fn from_base64(text: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().filter_map(|byte| digits.iter().position(|&digit| digit == byte));
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0, 0u32);
    for value in values {
        held = held << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}
