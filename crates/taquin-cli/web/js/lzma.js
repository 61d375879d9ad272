// Unpacks LZMA, which makes the module a third smaller than what browsers can unpack themselves. The format is that of the
// LZMA specification (Igor Pavlov, 7-zip.org/sdk.html): a header of 13 bytes, then bits coded by how likely they are, which
// make bytes and copies of what came before.

const SURE = 2048;
const HALF = SURE / 2;
const STATES = 12;
const MOST_POSITIONS = 16;
const HEADER = 13;

const chances = (count) => new Uint16Array(count).fill(HALF);

/** Reads bits by their chances, which it learns. */
class Bits {
  constructor(bytes, at) {
    this.bytes = bytes;
    // The first byte is 0, four more are the code.
    this.at = at + 5;
    this.range = 0xffffffff;
    this.code = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 1);
  }

  fill() {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }

  bit(table, index) {
    const chance = table[index];
    const bound = (this.range >>> 11) * chance;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      table[index] = chance + ((SURE - chance) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      table[index] = chance - (chance >> 5);
      bit = 1;
    }
    this.fill();
    return bit;
  }

  /** Bits that are as likely as not. */
  direct(count) {
    let value = 0;
    for (; count > 0; count--) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      value = value * 2 + bit;
      this.fill();
    }
    return value;
  }

  /** A number whose bits are learned as a tree, from `start` in a table, the highest bit first. */
  tree(table, start, count) {
    let at = 1;
    for (let bits = count; bits > 0; bits--) at = at * 2 + this.bit(table, start + at);
    return at - (1 << count);
  }

  /** The same, the lowest bit first. */
  reverseTree(table, start, count) {
    let [at, value] = [1, 0];
    for (let place = 0; place < count; place++) {
      const bit = this.bit(table, start + at);
      at = at * 2 + bit;
      value |= bit << place;
    }
    return value;
  }
}

/** How long a copy is. */
class Lengths {
  constructor() {
    Object.assign(this, { choice: chances(2), low: chances(MOST_POSITIONS << 3), middle: chances(MOST_POSITIONS << 3), high: chances(256) });
  }

  read(bits, position) {
    if (!bits.bit(this.choice, 0)) return 2 + bits.tree(this.low, position << 3, 3);
    if (!bits.bit(this.choice, 1)) return 10 + bits.tree(this.middle, position << 3, 3);
    return 18 + bits.tree(this.high, 0, 8);
  }
}

/** How far back a copy begins, less one. */
class Distances {
  constructor() {
    Object.assign(this, { slots: chances(4 * 64), special: chances(128), low: chances(16) });
  }

  read(bits, length) {
    const slot = bits.tree(this.slots, Math.min(length - 2, 3) << 6, 6);
    if (slot < 4) return slot;
    const direct = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** direct;
    if (slot < 14) return base + bits.reverseTree(this.special, base - slot, direct);
    return base + bits.direct(direct - 4) * 16 + bits.reverseTree(this.low, 0, 4);
  }
}

/** What was done last decides what is likely next. */
const afterLiteral = (state) => (state < 4 ? 0 : state < 10 ? state - 3 : state - 6);
const afterCopy = (state) => (state < 7 ? 7 : 10);
const afterRepeat = (state) => (state < 7 ? 8 : 11);
const afterShort = (state) => (state < 7 ? 9 : 11);

class Unpacker {
  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const properties = bytes[0];
    this.literalContext = properties % 9;
    this.literalPosition = Math.floor(properties / 9) % 5;
    this.positions = (1 << Math.floor(properties / 45)) - 1;
    this.out = new Uint8Array(view.getUint32(5, true));
    this.bits = new Bits(bytes, HEADER);
    this.literals = chances(0x300 << (this.literalContext + this.literalPosition));
    const perPlace = STATES * MOST_POSITIONS;
    Object.assign(this, { isCopy: chances(perPlace), isRepeat: chances(STATES), isRepeat0Long: chances(perPlace) });
    Object.assign(this, { isOther: chances(STATES), isOther1: chances(STATES), isOther2: chances(STATES) });
    Object.assign(this, { copies: new Lengths(), repeats: new Lengths(), distances: new Distances(), last: [0, 0, 0, 0], state: 0 });
  }

  run() {
    const { out, bits } = this;
    let at = 0;
    while (at < out.length) {
      const position = at & this.positions;
      if (!bits.bit(this.isCopy, this.state * MOST_POSITIONS + position)) {
        out[at] = this.literal(at);
        at += 1;
        this.state = afterLiteral(this.state);
        continue;
      }
      const length = this.copy(position);
      const from = at - this.last[0] - 1;
      if (from < 0 || at + length > out.length) throw new Error("the packed file is damaged");
      for (let index = 0; index < length; index++) out[at + index] = out[from + index];
      at += length;
    }
    return out;
  }

  literal(at) {
    const { out, bits, literals, literalContext } = this;
    const before = at > 0 ? out[at - 1] : 0;
    const place = at & ((1 << this.literalPosition) - 1);
    const start = 0x300 * ((place << literalContext) + (before >> (8 - literalContext)));
    let symbol = 1;
    if (this.state >= 7) {
      // After a copy the byte is likely to differ from the one that would have been copied next.
      let match = out[at - this.last[0] - 1];
      while (symbol < 0x100) {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const bit = bits.bit(literals, start + ((1 + expected) << 8) + symbol);
        symbol = symbol * 2 + bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + bits.bit(literals, start + symbol);
    return symbol & 0xff;
  }

  /** Reads a copy: its length; where it is from becomes the first of the last places. */
  copy(position) {
    const { bits, last, state } = this;
    if (!bits.bit(this.isRepeat, state)) {
      const length = this.copies.read(bits, position);
      this.state = afterCopy(state);
      this.last = [this.distances.read(bits, length), last[0], last[1], last[2]];
      return length;
    }
    if (!bits.bit(this.isOther, state)) {
      if (!bits.bit(this.isRepeat0Long, state * MOST_POSITIONS + position)) {
        this.state = afterShort(state);
        return 1;
      }
    } else {
      const which = !bits.bit(this.isOther1, state) ? 1 : !bits.bit(this.isOther2, state) ? 2 : 3;
      this.last = [last[which], ...last.filter((_, index) => index !== which)];
    }
    this.state = afterRepeat(state);
    return this.repeats.read(bits, position);
  }
}

/** The bytes of a packed file, whose length is written in it. */
export const unpack = (bytes) => new Unpacker(bytes).run();
