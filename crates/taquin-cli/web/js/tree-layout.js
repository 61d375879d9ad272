// Where the nodes of a search tree are: leaves side by side, parents above their children's middle.

export const DOWN = 1.7;
/** Smaller trees are laid out anew at every step; in larger ones room is kept for nodes that come soon. */
const SMALL = 500;
const AHEAD = 1.2;

/** Puts every node that a step up to `until` has made in its place, `tx` and `ty`, and lists them parents first, and row by row. */
export function layOut(root, until) {
  const nodes = [];
  const rows = [];
  let leaves = 0;
  let deepest = 0;
  const stack = [root];
  root.ty = 0;
  while (stack.length > 0) {
    const node = stack.pop();
    if (node === null) {
      const parent = stack.pop();
      parent.tx = (parent.kids[0].tx + parent.kids[parent.shown - 1].tx) / 2;
      continue;
    }
    nodes.push(node);
    (rows[Math.round(node.ty / DOWN)] ??= []).push(node);
    // Children stand in the order in which they were made.
    let shown = node.kids.length;
    while (shown > 0 && node.kids[shown - 1].step > until) shown -= 1;
    node.shown = shown;
    if (node.ty > deepest) deepest = node.ty;
    if (shown === 0) {
      node.tx = leaves++;
      continue;
    }
    stack.push(node, null);
    for (let index = shown - 1; index >= 0; index--) {
      node.kids[index].ty = node.ty + DOWN;
      stack.push(node.kids[index]);
    }
  }
  return { root, until, nodes, rows, width: Math.max(leaves - 1, 0), height: deepest };
}

/**
 * The nodes in view, and those whose edge to their parent is. A row is in order from left to right, and so are the
 * parents of its nodes: what is seen of it is one piece. While nodes glide that need not be so.
 */
export function seen(layout, { left, right, top, bottom }, gliding) {
  const [inside, edges] = [[], []];
  const rows = gliding ? layout.rows : layout.rows.slice(Math.max(0, Math.ceil(top / DOWN)), Math.max(0, Math.floor(bottom / DOWN) + 2));
  for (const row of rows) {
    for (let at = gliding ? 0 : firstFrom(row, left); at < row.length; at++) {
      const node = row[at];
      const from = node.parent ?? node;
      if (Math.min(node.x, from.x) > right) {
        if (gliding) continue;
        break;
      }
      if (node.status === null) continue;
      if (node.parent) edges.push(node);
      if (node.x >= left && node.x <= right && node.y >= top && node.y <= bottom) inside.push(node);
    }
  }
  return { inside, edges };
}

/** The first node of a row that is not left of a place, its parent included. */
function firstFrom(row, left) {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const node = row[middle];
    if (Math.max(node.x, (node.parent ?? node).x) < left) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The layout for a step: the one before if it will do. */
export function layoutFor(trace, root, step, before) {
  const isExact = trace.count < SMALL;
  const fits = before?.root === root && before.until >= step && before.until * (isExact ? 1 : 1 / AHEAD) <= step + 1;
  if (fits && before.isExact === isExact) return before;
  const until = isExact ? step : Math.ceil(step * AHEAD);
  return { ...layOut(root, until), isExact };
}
