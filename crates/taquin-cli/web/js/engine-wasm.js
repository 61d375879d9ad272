// The engine's backend without a server: WebAssembly in workers, which answer with the texts of the HTTP API.
//
// A worker does one thing at a time and hears nothing meanwhile. So there are several, and a search is stopped by ending
// its worker: what it had told until then is made into the answer by another one.

import { EngineError } from "./engine-error.js";

export const described = "in this browser";

/** Which questions share a worker, so that tables made for one serve the next. */
const KINDS = { check: "board", scramble: "board", status: "board", hint: "hint" };
const MOST_WORKERS = Math.max(4, navigator.hardwareConcurrency ?? 4);
/** A worker whose question is no longer of interest may still end by itself, and keeps its tables then. */
const GRACE = 150;
/** A worker that has come to hold more bytes is not kept: memory that WebAssembly has taken it never gives back. */
const MOST_KEPT = 256 << 20;
/** Milliseconds after which the page is kept for times without a network. */
const WHILE = 2000;
/** Bytes for one search: a quarter of what the device has, where it says so. */
const MEMORY = Math.min(2 ** 30, ((navigator.deviceMemory ?? 4) * 2 ** 30) / 4);

let compiled = null;
const wakers = [];

/** Whether the module is there or on its way. What is only nice to know is not asked before. */
export const isAwake = () => compiled !== null;
/** Calls back when the module is there. */
export const onAwake = (listener) => wakers.push(listener);

/** The module, fetched when the first question is asked. */
function module() {
  if (!compiled) {
    compiled = load();
    compiled.then(
      () => wakers.forEach((listener) => listener()),
      () => (compiled = null),
    );
  }
  return compiled;
}

function load() {
  const loader = new Worker(new URL("./load.js", import.meta.url), { type: "module" });
  const loaded = new Promise((resolve, reject) => {
    const fail = (why) => reject(new EngineError({ detail: `the search engine could not be loaded: ${why}` }, 500));
    loader.addEventListener("message", ({ data }) => (data.module ? resolve(data.module) : fail(data.failed)));
    loader.addEventListener("error", (event) => {
      event.preventDefault();
      fail(event.message ?? "its worker did not start");
    });
  });
  return loaded.finally(() => loader.terminate());
}

// Once the page is there and has nothing else to do, all of it is kept for times without a network.
const keep = () => navigator.serviceWorker?.register("sw.js").catch(() => {});
if (document.documentElement.dataset.engine === "browser") {
  addEventListener("load", () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(keep), WHILE));
}

const workers = new Set();
const waiting = [];

/** A worker and the run it is busy with. */
class Hand {
  run = null;

  constructor(kind, module) {
    this.kind = kind;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.postMessage({ module, memory: MEMORY });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(event.message ?? "the worker did not start");
    });
    workers.add(this);
  }

  begin(run) {
    this.run = run;
    run.hand = this;
    this.worker.postMessage({ question: run.question, body: JSON.stringify(run.body) });
  }

  hear({ news, answer, refused, failed, memory }) {
    if (failed !== undefined) return this.fail(failed);
    const run = this.run;
    if (news !== undefined) return run.push(news);
    if (refused !== undefined) {
      const problem = JSON.parse(refused);
      run.end(new EngineError(problem, problem.status));
    } else {
      run.push(answer);
      run.end();
    }
    this.rest(memory);
  }

  /** It has ended in a way it never should, for instance because the device has no more memory. */
  fail(why) {
    const run = this.run;
    this.dismiss();
    run?.end(new EngineError({ detail: `the search ended unexpectedly: ${why}` }, 500));
  }

  rest(memory) {
    clearTimeout(this.grace);
    this.run = null;
    if (memory > MOST_KEPT) this.dismiss();
    serve();
  }

  dismiss() {
    clearTimeout(this.grace);
    this.run = null;
    this.worker.terminate();
    workers.delete(this);
    serve();
  }

  /** Nobody waits for its answer any more. */
  leave() {
    this.grace = setTimeout(() => this.dismiss(), GRACE);
  }
}

/** Gives runs that wait to workers that do not. */
async function serve() {
  const made = await module();
  while (waiting.length > 0) {
    const { kind } = waiting[0];
    const idle = [...workers].filter(({ run }) => run === null);
    let hand = idle.find((hand) => hand.kind === kind);
    if (!hand && workers.size >= MOST_WORKERS) {
      if (idle.length === 0) return;
      idle[0].worker.terminate();
      workers.delete(idle[0]);
    }
    hand ??= new Hand(kind, made);
    hand.begin(waiting.shift());
  }
}

let runs = 0;
const running = new Map();

/** A question on its way: pieces of its answer as they come. */
class Run {
  hand = null;
  #pieces = [];
  #over = false;
  #wake = null;

  constructor(question, body) {
    this.question = question;
    this.body = body;
    this.kind = KINDS[question] ?? "search";
    this.name = String(++runs);
    running.set(this.name, this);
    waiting.push(this);
    serve().catch((error) => {
      this.stop();
      this.end(error);
    });
  }

  push(piece) {
    if (this.#over) return;
    this.#pieces.push(piece);
    this.#wake?.();
  }

  end(error = null) {
    if (this.#over) return;
    this.#over = true;
    this.error = error;
    running.delete(this.name);
    this.#wake?.();
  }

  /** It is of no more interest. */
  drop() {
    if (this.#over) return;
    this.end();
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    else this.hand?.leave();
  }

  /** Stops at once; the worker's time is over. */
  stop() {
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    else this.hand?.dismiss();
  }

  async *pieces(signal) {
    const drop = () => {
      this.drop();
      this.error = signal.reason;
    };
    signal?.addEventListener("abort", drop);
    try {
      signal?.throwIfAborted();
      for (;;) {
        while (this.#pieces.length > 0) {
          yield this.#pieces.shift();
          signal?.throwIfAborted();
        }
        if (this.#over) break;
        await new Promise((resolve) => (this.#wake = resolve));
      }
      if (this.error) throw this.error;
    } finally {
      signal?.removeEventListener("abort", drop);
      this.drop();
    }
  }
}

/** Asks and waits for the answer; of `solve` that is the last event, of `compare` all rows. */
export async function ask(question, body, signal) {
  const pieces = [];
  for await (const piece of new Run(question, body).pieces(signal)) pieces.push(JSON.parse(piece));
  return question === "compare" ? pieces.filter(({ event }) => event === "row") : pieces.at(-1);
}

export async function* events(question, body, signal) {
  const run = new Run(question, body);
  for await (const piece of run.pieces(signal)) {
    // A trace comes in pieces of many lines, all else in pieces of one.
    for (const line of piece.split("\n")) {
      if (!line) continue;
      const news = JSON.parse(line);
      if (news.event === "started") {
        news.job = run.name;
        run.started = news;
      }
      if (news.event === "progress") {
        run.progress = news;
        run.incumbent = news.incumbent ?? run.incumbent;
      }
      yield news;
    }
  }
}

/** What the engine knows is written beside it: to show the page, nothing else of it is needed. */
export async function status() {
  const response = await fetch(new URL("../wasm/status.json", import.meta.url));
  return { ...(await response.json()), memory_limit: MEMORY };
}

/** Workers end with the page: no search outlives a reload. */
export const jobs = async () => [];
export const attach = (job) => {
  throw new EngineError({ detail: `no search ${job} is known` }, 404);
};

export async function cancel(job) {
  const run = running.get(job);
  if (!run) return;
  run.stop();
  if (run.question === "solve") {
    try {
      run.push(JSON.stringify(await ask("stopped", told(run))));
      run.end();
    } catch (error) {
      run.end(error);
    }
  } else {
    run.push(JSON.stringify({ event: "done", stopped_by: "cancelled" }));
    run.end();
  }
}

/** What a search has told of itself so far. */
function told({ body, started, progress, incumbent }) {
  const { board, goal, shape, metric } = body;
  const { expanded = 0, generated = 0, lower_bound = 0, seconds = 0 } = progress ?? {};
  return {
    board,
    goal,
    shape,
    metric,
    algorithm: started?.algorithm,
    heuristic: started?.heuristic,
    expanded,
    generated,
    lower_bound,
    seconds,
    moves: incumbent?.moves,
  };
}
