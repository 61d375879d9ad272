// A trace replayed: the events of `taquin trace --format json`, grouped into steps, and the lists and
// nodes as they are after each step.

const KNOWN = ["start", "iteration", "expand", "generate", "duplicate", "improve", "reopen", "prune", "goal", "end"];

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

export class Trace {
  constructor(events) {
    if (events[0]?.event !== "start") throw new Error("a trace begins with the event start");
    this.start = events[0];
    this.end = events.findLast((event) => event.event === "end") ?? null;
    this.algorithm = this.start.algorithm;
    /** Whether it keeps an open list that the events tell the order of. */
    this.keepsLists = !["idastar", "descent", "bidirectional", "weighted-astar", "beam"].includes(this.algorithm);
    this.iterations = events.filter((event) => event.event === "iteration").map(({ bound }) => bound);
    // After the last step written down only the goal is told, and nothing of the way there.
    const left = this.end?.truncated ? ["start", "end", "goal"] : ["start", "end"];
    this.events = events.filter((event) => !left.includes(event.event));
    /** Step k is over after so many events; step 0 is before the first. */
    this.ends = [0];
    /** What is taken up in each step. */
    this.taken = [null];
    this.events.forEach((event, index) => {
      if (event.event !== "expand" && event.event !== "goal") return;
      if (this.taken.length > 1) this.ends.push(index);
      this.taken.push(event);
    });
    if (this.taken.length > 1) this.ends.push(this.events.length);
    this.families();
    this.reset();
  }

  get last() {
    return this.taken.length - 1;
  }

  /** The tree in which nodes were first made, and which step made them. */
  families() {
    this.nodes = new Map();
    this.children = new Map();
    let step = 0;
    let root = null;
    this.events.forEach((event) => {
      if (event.event === "iteration") return;
      const takesUp = event.event === "expand" || event.event === "goal";
      if (takesUp) step += 1;
      if (!this.nodes.has(event.id)) {
        const known = this.nodes.has(event.parent);
        if (takesUp && !known) root = event.id;
        if (event.event === "duplicate" && !this.keepsLists) {
          // A walk that never goes back gives known boards a number of their own: they are no nodes.
        } else if (known || takesUp) {
          const inTree = { id: event.id, parent: known ? event.parent : null, root, step, kids: [] };
          this.nodes.set(event.id, inTree);
          if (known) this.nodes.get(event.parent).kids.push(inTree);
        }
      }
      if (!takesUp) {
        if (!this.children.has(event.parent)) this.children.set(event.parent, []);
        this.children.get(event.parent).push({ ...event, step });
      }
    });
  }

  reset() {
    this.step = 0;
    this.at = 0;
    this.iteration = -1;
    /** What is known of each node: its event, and open, closed, pruned or walked. */
    this.known = new Map();
    this.open = new Map();
    this.closed = [];
    this.entered = 0;
    this.met = { duplicate: 0, reopen: 0, improve: 0, prune: 0 };
  }

  /** Brings everything to a step. */
  seek(step) {
    if (step < this.step) this.reset();
    while (this.step < step) {
      this.step += 1;
      while (this.at < this.ends[this.step]) this.apply(this.events[this.at++]);
    }
  }

  apply(event) {
    const enter = () => {
      this.known.set(event.id, { ...event, status: "open" });
      this.open.set(event.id, { key: this.key(event), seq: this.entered++ });
    };
    switch (event.event) {
      case "iteration":
        this.iteration += 1;
        break;
      case "expand":
      case "goal":
        this.open.delete(event.id);
        this.known.set(event.id, { ...this.known.get(event.id), ...event, status: event.event === "goal" ? "goal" : "closed" });
        if (event.event === "expand") this.closed.push(event.id);
        break;
      case "generate":
        enter();
        break;
      case "improve":
        this.met.improve += 1;
        enter();
        break;
      case "reopen":
        this.met.reopen += 1;
        this.closed = this.closed.filter((id) => id !== event.id);
        enter();
        break;
      case "prune":
        this.met.prune += 1;
        this.known.set(event.id, { ...event, status: "pruned" });
        break;
      case "duplicate":
        this.met.duplicate += 1;
        break;
    }
  }

  key({ f, h }) {
    if (this.algorithm === "greedy") return h;
    return this.algorithm === "bfs" ? 0 : f;
  }

  /** The open list, the node that comes out next first. */
  queue() {
    return [...this.open.entries()]
      .sort(([, a], [, b]) => a.key - b.key || a.seq - b.seq)
      .map(([id]) => this.known.get(id));
  }

  /** The nodes from the root to a node. */
  path(id) {
    const path = [];
    for (let at = this.known.get(id); at && path.length < 10000; at = this.known.get(at.parent)) path.push(at);
    return path.reverse();
  }

  /** What is taken up in this step, with the children made so far and those still to come. */
  current() {
    return this.taken[this.step];
  }

  childrenOf(id) {
    return this.children.get(id) ?? [];
  }
}
