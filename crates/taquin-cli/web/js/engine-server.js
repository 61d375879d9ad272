// The engine's backend over HTTP: the server that the page comes from.

import { EngineError } from "./engine-error.js";

export const described = "on the server";

/** The server is there before the page is. */
export const isAwake = () => true;
export const onAwake = () => {};

/** Searches that a page can come back to after a reload. */
const KEPT = ["solve", "compare"];
const STREAM = "text/event-stream";
/** A connection that breaks is made anew after so many milliseconds, so often. */
const TRIES = 20;
const PAUSE = 1500;

// A browser may keep a page that is left, open requests and all, for the way back (back/forward cache), and the
// server would go on searching for it. So requests end with the visit, and coming back is another visit.
let visit = new AbortController();
addEventListener("pagehide", () => visit.abort(new Error("This ended when the page was left.")));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) visit = new AbortController();
});

/** What searches of this tab are known by, also after a reload. */
function owner() {
  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const known = sessionStorage.getItem("owner") ?? fresh();
    sessionStorage.setItem("owner", known);
    return known;
  } catch {
    return fresh();
  }
}
const own = { "taquin-owner": owner() };

async function send(method, address, { headers = {}, body, signal } = {}) {
  const response = await fetch(`api/v1/${address}`, {
    method,
    headers,
    body,
    signal: signal ? AbortSignal.any([signal, visit.signal]) : visit.signal,
  }).catch((error) => {
    throw error instanceof TypeError ? EngineError.silent() : error;
  });
  if (!response.ok) throw new EngineError(await response.json().catch(() => null), response.status);
  return response;
}

const post = (question, body, accept, signal) =>
  send("POST", question, { headers: { "content-type": "application/json", accept, ...(accept === STREAM && KEPT.includes(question) ? own : {}) }, body: JSON.stringify(body), signal });

export async function ask(question, body, signal) {
  return (await post(question, body, "application/json", signal)).json();
}

/** Yields the lines of an answer as they come. */
async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw error instanceof TypeError ? EngineError.silent() : error;
    });
    if (done) break;
    const pieces = (rest + value).split("\n");
    rest = pieces.pop();
    yield* pieces;
  }
  if (rest) yield rest;
}

function read(text) {
  const news = JSON.parse(text);
  if (news.event === "failed") throw new EngineError(news, news.status);
  return news;
}

/** A trace comes as lines of JSON, all else as server-sent events, each one line of JSON that names its event. */
export async function* events(question, body, signal) {
  if (KEPT.includes(question)) return yield* follow((own) => post(question, body, STREAM, own), signal);
  for await (const line of lines(await post(question, body, "application/x-ndjson", signal))) {
    if (line.trim()) yield read(line);
  }
}

/** Goes on with a search that was listed: what it has told, and what it tells from now on. */
export const attach = (job, signal) => follow((own) => listen(job, 0, own), signal);

const listen = (job, last, signal) => send("GET", `jobs/${job}`, { headers: { "last-event-id": String(last) }, signal });

/** Follows a search, over connections that break, until it is over. If it is of no more interest it is stopped. */
async function* follow(begin, signal) {
  signal?.throwIfAborted();
  const connection = new AbortController();
  // Only one whose name is known can be stopped: so the beginning of an answer is waited for.
  let response = await begin(connection.signal);
  const job = response.headers.get("taquin-job");
  const stop = () => {
    connection.abort(signal.reason);
    cancel(job).catch(() => {});
  };
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  let [last, tries] = [0, 0];
  try {
    for (;;) {
      try {
        for await (const line of lines(response)) {
          if (line.startsWith("id:")) last = Number(line.slice(3));
          if (!line.startsWith("data:")) continue;
          tries = 0;
          const news = read(line.slice(5));
          yield news;
          if (["result", "done"].includes(news.event)) return;
        }
      } catch (error) {
        if (!error.isSilence) throw error;
      }
      if (tries++ === TRIES) throw EngineError.silent();
      response = await again(job, last, connection.signal);
    }
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** The connection to a search made anew, as soon as there is one. */
async function again(job, last, signal) {
  for (let tries = 0; ; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal.throwIfAborted();
    try {
      return await listen(job, last, signal);
    } catch (error) {
      if (!error.isSilence || tries === TRIES) throw error;
    }
  }
}

/** The searches of this tab that go on, or have ended not long ago: { job, question, request, phase }. */
export async function jobs() {
  return (await send("GET", "jobs", { headers: own })).json();
}

export async function status() {
  return (await fetch("api/v1/status")).json();
}

/** Stops a search; one that is over is forgotten. */
export async function cancel(job) {
  await fetch(`api/v1/jobs/${job}`, { method: "DELETE", keepalive: true });
}
