// An open list as a search has it: nodes in order of a key, the one that waits longest first among equals. Entries go in
// and out in any order, since a trace is walked through forwards and backwards.

const before = (a, b) => a.key - b.key || a.seq - b.seq;

export class OpenList {
  constructor() {
    this.entries = [];
    this.byId = new Map();
  }

  get size() {
    return this.entries.length;
  }

  has(id) {
    return this.byId.has(id);
  }

  /** Where an entry is, or would be. */
  place(entry) {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.entries[middle], entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(entry) {
    this.entries.splice(this.place(entry), 0, entry);
    this.byId.set(entry.id, entry);
  }

  /** Takes an entry out and returns it, or undefined. */
  remove(id) {
    const entry = this.byId.get(id);
    if (!entry) return undefined;
    this.entries.splice(this.place(entry), 1);
    this.byId.delete(id);
    return entry;
  }

  /** How many have the smallest first key, told by a function. */
  ties(of) {
    if (this.entries.length === 0) return 0;
    const first = of(this.entries[0]);
    const end = this.entries.findIndex((entry) => of(entry) !== first);
    return end < 0 ? this.entries.length : end;
  }

  first(most) {
    return this.entries.slice(0, most);
  }
}
