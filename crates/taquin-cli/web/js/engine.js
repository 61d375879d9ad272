// The engine: what answers the page's questions. All of the page asks here and nothing else asks anybody.
//
// A question has a name, `check` or `solve` for instance, and a body, both as in the HTTP API. Whoever answers is a
// backend, a module with the functions that are passed on below: the server that the page comes from or, on a page of
// plain files, WebAssembly in workers. The page itself says which it is: `cargo xtask web` changes that one word.

import * as browser from "./engine-wasm.js";
import * as server from "./engine-server.js";

export { EngineError } from "./engine-error.js";

const backend = document.documentElement.dataset.engine === "browser" ? browser : server;

/** Asks and waits for the answer. */
export const ask = backend.ask;

/** Asks `solve`, `compare` or `trace` and yields events as they come; a failure is thrown. A signal stops the search. */
export const events = backend.events;

/** What the engine knows and grants. */
export const status = backend.status;

/** Tells a search to stop, by the name that its event `started` has; what it has proved still arrives. */
export const cancel = backend.cancel;

/** The searches of this tab that outlived a reload: { job, question, request, phase }; those in a browser end with the page. */
export const jobs = backend.jobs;

/** The events of one of them, from its beginning, without those that are out of date. */
export const attach = backend.attach;

/** Whether questions that are only nice to ask may be asked: a module that has to be fetched is fetched when it is needed. */
export const isAwake = backend.isAwake;
export const onAwake = backend.onAwake;

/** Where searches run, in words. */
export const described = backend.described;

/** Asks again while there is no place for the question: a person who plays need not know. */
export async function askPatiently(question, body, signal) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(question, body, signal);
    } catch (error) {
      if (error.status !== 503 || tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
      signal?.throwIfAborted();
    }
  }
}
