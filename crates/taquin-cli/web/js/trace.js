// A trace replayed: the events of `taquin trace --format json`, grouped into steps as they come, and the lists and nodes as
// they are after each step. Every event can be taken back, so a step costs the same in both directions.

import { OpenList } from "./open-list.js";

const KNOWN = ["start", "iteration", "expand", "generate", "duplicate", "improve", "reopen", "prune", "goal", "end"];
/** Algorithms with one open list that the events tell the order of. */
const WITH_LISTS = ["astar", "bfs", "greedy", "mark-at-generation"];
/** More than any h. */
const ABOVE_H = 4096;

/** Reads the lines of a file. */
export function readLines(text) {
  return text
    .split("\n")
    .map((line, index) => [line.trim(), index + 1])
    .filter(([line]) => line)
    .map(([line, number]) => {
      let event = null;
      try {
        event = JSON.parse(line);
      } catch {
        // Said below, with the line.
      }
      if (!KNOWN.includes(event?.event)) throw new Error(`line ${number} is not an event of a trace`);
      return event;
    });
}

/** A node of the search tree. Its `status` is null until it is known, then open, closed, pruned or goal. */
class Node {
  constructor(event, parent, root, step) {
    this.id = event.id;
    this.event = event;
    this.status = null;
    this.parent = parent;
    this.root = root ?? this;
    this.kids = [];
    this.step = step;
    // Where it is drawn, where it is to be, and how many of its children are.
    this.x = this.y = this.tx = this.ty = 0.5;
    this.shown = 0;
    parent?.kids.push(this);
  }
}

export class Trace {
  /** `ties` says which of equal nodes A* takes: the `oldest`, or the `deepest`. */
  constructor(start, ties = "oldest") {
    if (start?.event !== "start") throw new Error("a trace begins with the event start");
    Object.assign(this, { start, ties, algorithm: start.algorithm, end: null, isWhole: false });
    this.keepsLists = WITH_LISTS.includes(this.algorithm);
    /** Bounds of the iterations, each with its first step. */
    this.iterations = [];
    this.events = [];
    /** Step k is over before this event; step 0 is before the first. */
    this.ends = [0];
    /** What is expanded in each step. */
    this.taken = [null];
    this.nodes = new Map();
    this.children = new Map();
    this.steps = 0;
    this.begins = null;
    this.step = 0;
    this.at = 0;
    this.iteration = -1;
    this.count = 0;
    this.open = new OpenList();
    this.closed = [];
    this.entered = 0;
    this.met = { duplicate: 0, reopen: 0, improve: 0, prune: 0 };
    /** What there was to choose from when each step was taken. */
    this.choices = [];
    this.undo = [];
  }

  static of(events, ties) {
    const trace = new Trace(events[0], ties);
    for (const event of events.slice(1)) trace.add(event);
    trace.isWhole = true;
    return trace;
  }

  /** The last step that is whole. */
  get last() {
    return this.isWhole ? this.steps : Math.max(0, this.steps - 1);
  }

  /** One more event has come. */
  add(event) {
    if (event.event === "end") {
      this.end = event;
      this.isWhole = true;
      return;
    }
    const takesUp = event.event === "expand" || event.event === "goal";
    // After the last step written down only the goal is told, and nothing of the way there.
    if (event.event === "goal" && event.parent === null && event.g > 0) return;
    if (takesUp) {
      if (this.steps > 0) this.ends[this.steps] = this.begins ?? this.events.length;
      this.begins = null;
      this.steps += 1;
      this.taken[this.steps] = event;
    }
    if (event.event === "iteration") {
      // An iteration begins with the step that takes up its root.
      this.begins = this.events.length;
      this.iterations.push({ bound: event.bound, step: this.steps + 1 });
    }
    this.events.push(event);
    if (event.event !== "iteration") this.family(event, takesUp);
  }

  /** The tree in which nodes were first made, and which step made them. */
  family(event, takesUp) {
    const parent = this.nodes.get(event.parent);
    if (!takesUp) {
      if (!this.children.has(event.parent)) this.children.set(event.parent, []);
      this.children.get(event.parent).push({ ...event, step: this.steps });
    }
    // A walk that never goes back gives known boards a number of their own: they are no nodes.
    if (this.nodes.has(event.id) || (event.event === "duplicate" && !this.keepsLists)) return;
    if (parent || takesUp) this.nodes.set(event.id, new Node(event, parent ?? null, parent?.root ?? null, this.steps));
  }

  /** Brings everything to a step. */
  seek(step) {
    while (this.step < step) {
      this.step += 1;
      const end = this.step === this.steps ? (this.begins ?? this.events.length) : this.ends[this.step];
      while (this.at < end) this.undo.push(this.apply(this.events[this.at++]));
    }
    while (this.step > step) {
      const end = this.step === 1 ? 0 : this.ends[this.step - 1];
      while (this.at > end) {
        this.at -= 1;
        this.undo.pop()();
      }
      this.step -= 1;
    }
  }

  /** Sets a node's state and returns what sets it back. */
  set(event, status) {
    const node = this.nodes.get(event.id);
    if (!node) return () => {};
    const [was, before] = [node.status, node.event];
    if (was === null) this.count += 1;
    node.status = status;
    node.event = { ...before, ...event };
    return () => {
      if (was === null) this.count -= 1;
      node.status = was;
      node.event = before;
    };
  }

  /** Does what an event says and returns what undoes it. */
  apply(event) {
    const kind = event.event;
    if (kind === "iteration") {
      this.iteration += 1;
      return () => (this.iteration -= 1);
    }
    if (kind === "expand" || kind === "goal") return this.take(event);
    if (kind === "prune") {
      this.met.prune += 1;
      const back = this.set(event, "pruned");
      return () => (back(), (this.met.prune -= 1));
    }
    if (kind === "duplicate") {
      this.met.duplicate += 1;
      return () => (this.met.duplicate -= 1);
    }
    return this.enter(event);
  }

  take(event) {
    this.choices[this.step] = this.choice();
    const entry = this.open.remove(event.id);
    const back = this.set(event, event.event === "goal" ? "goal" : "closed");
    const closes = event.event === "expand";
    if (closes) this.closed.push(event.id);
    return () => {
      if (closes) this.closed.pop();
      back();
      if (entry) this.open.add(entry);
    };
  }

  /** How many are open, how many share the smallest f, and how many of those are as deep as the first. */
  choice() {
    const [first] = this.open.entries;
    if (!first) return null;
    return { open: this.open.size, f: first.f, ties: this.open.ties(({ f }) => f), equal: this.open.ties(({ key }) => key) };
  }

  /** Onto the open list, for the first time or by a shorter way. */
  enter(event) {
    const met = event.event === "generate" ? null : event.event;
    if (met) this.met[met] += 1;
    const closed = met === "reopen" ? this.closed : null;
    if (closed) this.closed = closed.filter((id) => id !== event.id);
    const before = this.open.remove(event.id);
    const back = this.set(event, "open");
    this.open.add({ id: event.id, key: this.key(event), f: this.sortedBy(event), seq: this.entered++ });
    return () => {
      this.entered -= 1;
      this.open.remove(event.id);
      back();
      if (before) this.open.add(before);
      if (closed) this.closed = closed;
      if (met) this.met[met] -= 1;
    };
  }

  /** What the list is sorted by. */
  sortedBy({ f, h }) {
    return this.algorithm === "greedy" ? h : this.algorithm === "bfs" ? 0 : f;
  }

  key(event) {
    const deep = this.algorithm === "astar" && this.ties === "deepest";
    return this.sortedBy(event) * ABOVE_H + (deep ? event.h : 0);
  }

  /** The first nodes of the open list, the one that comes out next first. */
  queue(most = Infinity) {
    return this.open.first(most).map(({ id }) => this.nodes.get(id));
  }

  /** The nodes from the root to a node, by the best way known. */
  path(id) {
    const path = [];
    for (let at = this.nodes.get(id); at && path.length < 10000; at = this.nodes.get(at.event.parent)) path.push(at);
    return path.reverse();
  }

  /** What is expanded in this step. */
  current() {
    return this.taken[this.step] ?? null;
  }

  childrenOf(id) {
    return this.children.get(id) ?? [];
  }
}
