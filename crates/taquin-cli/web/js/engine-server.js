// The engine's backend over HTTP: the server that the page comes from.

import { EngineError } from "./engine-error.js";

export const described = "on the server";

// A browser may keep a page that is left, open requests and all, for the way back (back/forward cache), and the
// server would go on searching for it. So requests end with the visit, and coming back is another visit.
let visit = new AbortController();
addEventListener("pagehide", () => visit.abort(new Error("This ended when the page was left.")));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) visit = new AbortController();
});

async function request(question, body, accept, signal) {
  const response = await fetch(`api/v1/${question}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, visit.signal]) : visit.signal,
  }).catch((error) => {
    throw error instanceof TypeError ? EngineError.silent() : error;
  });
  if (!response.ok) {
    throw new EngineError(await response.json().catch(() => null), response.status);
  }
  return response;
}

export async function ask(question, body, signal) {
  return (await request(question, body, "application/json", signal)).json();
}

/** Yields the lines of an answer as they come. */
async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const pieces = (rest + value).split("\n");
    rest = pieces.pop();
    yield* pieces;
  }
  if (rest) yield rest;
}

/** A trace comes as lines of JSON, all else as server-sent events, each one line of JSON that names its event. */
export async function* events(question, body, signal) {
  const plain = question === "trace";
  const accept = plain ? "application/x-ndjson" : "text/event-stream";
  for await (const line of lines(await request(question, body, accept, signal))) {
    const text = plain ? line.trim() : line.startsWith("data:") && line.slice(5);
    if (!text) continue;
    const news = JSON.parse(text);
    if (news.event === "failed") throw new EngineError(news, news.status);
    yield news;
  }
}

export async function status() {
  return (await fetch("api/v1/status")).json();
}

export async function cancel(job) {
  await fetch(`api/v1/jobs/${job}`, { method: "DELETE" });
}
