//! Taquin for browsers: an [`Engine`] answers in a worker what the server answers over HTTP, with the same texts.
//!
//! A worker does one thing at a time and hears nothing meanwhile: whoever wants a search to stop ends the worker, and asks
//! another one (`stopped`) to write down what the last news had told. `web/js/engine-wasm.js` of the program does so.

mod answer;

use answer::Answer;
use std::time::Duration;
use taquin::Solver;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(text: &str);

    /// A function that takes news.
    pub type Listener;

    #[wasm_bindgen(method, js_name = news)]
    fn tell(this: &Listener, text: &str);
}

/// Answers questions, one after the other, and keeps the tables that it has made.
#[wasm_bindgen]
pub struct Engine {
    solver: Solver,
    /// Bytes that one search may hold.
    memory: u64,
}

#[wasm_bindgen]
impl Engine {
    /// An engine whose searches may hold so many bytes, and its tables as many.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: f64) -> Engine {
        taquin::platform::set_clock(|| Duration::from_secs_f64(milliseconds() / 1000.0));
        std::panic::set_hook(Box::new(|panic| complain(&panic.to_string())));
        let memory = memory as u64;
        Engine { solver: Solver::new().table_memory(memory), memory }
    }

    /// Answers a question. News on the way goes to the listener; the answer, or the last piece of news, is returned.
    /// `seed` is for random boards, if the question has none.
    ///
    /// # Errors
    /// A refusal, as the JSON that the server would answer with.
    pub fn ask(&self, question: &str, body: &str, seed: u32, listener: &Listener) -> Result<String, String> {
        let mut tell = |text: &str| listener.tell(text);
        let mut answer = Answer::new(&self.solver, self.memory, seed.into(), &mut tell);
        answer.to(question, body).map_err(|refusal| answer::written(&refusal))
    }
}
