// The HTTP API: one answer, or events as they come. Errors are problem+json.

export class ApiError extends Error {
  constructor(problem, status) {
    super(problem?.detail ?? `the server answered ${status}`);
    this.status = status;
  }
}

// A browser may keep a page that is left, open requests and all, for the way back (back/forward cache), and the
// server would go on searching for it. So requests end with the visit, and coming back is another visit.
let visit = new AbortController();
addEventListener("pagehide", () => visit.abort(new Error("This ended when the page was left.")));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) visit = new AbortController();
});

async function request(path, body, accept, signal) {
  const response = await fetch(`api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, visit.signal]) : visit.signal,
  });
  if (!response.ok) {
    throw new ApiError(await response.json().catch(() => null), response.status);
  }
  return response;
}

/** Asks and waits for the answer. */
export async function ask(path, body, signal) {
  return (await request(path, body, "application/json", signal)).json();
}

/** Asks again while the server is full: a person who plays need not know. */
export async function askPatiently(path, body, signal) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(path, body, signal);
    } catch (error) {
      if (error.status !== 503 || tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
      signal?.throwIfAborted();
    }
  }
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

/** Yields server-sent events. All of ours are one line of JSON that names its event; `failed` is an error. */
export async function* events(path, body, signal) {
  for await (const line of lines(await request(path, body, "text/event-stream", signal))) {
    if (!line.startsWith("data:")) continue;
    const news = JSON.parse(line.slice(5));
    if (news.event === "failed") throw new ApiError(news, news.status);
    yield news;
  }
}

/** Yields the objects of an answer in JSON lines. */
export async function* jsonLines(path, body, signal) {
  for await (const line of lines(await request(path, body, "application/x-ndjson", signal))) {
    if (line.trim()) yield JSON.parse(line);
  }
}

export async function status() {
  return (await fetch("api/v1/status")).json();
}

/** Tells the server to stop a search; what it has proved still arrives. */
export async function cancel(job) {
  await fetch(`api/v1/jobs/${job}`, { method: "DELETE" });
}
