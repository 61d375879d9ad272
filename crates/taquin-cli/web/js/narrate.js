// A step of a search in words: a sentence that says why this node and what came of it, and the lines of pseudocode that it
// went through.

import { count, grouped } from "./dom.js";

const MANY = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const many = (number) => MANY[number] ?? grouped(number);

/** Lines of pseudocode, each with what has to happen in a step for it to be lit. */
const BEST_FIRST = (first, into) => [
  ["begin", "open ← { start }"],
  ["", "loop:"],
  ["take", ` n ← ${first}`],
  ["goal", " if n is the goal: done"],
  ["expand", " close n; for each child:"],
  ["duplicate", "  known, not shorter: drop"],
  ["improve", "  known, now shorter: replace"],
  ["generate", `  new: ${into}`],
];
const CODE = {
  astar: BEST_FIRST("open node, smallest f", "onto open, by f = g + h"),
  greedy: BEST_FIRST("open node, smallest h", "onto open, by h").filter(([line]) => line !== "improve"),
  bfs: BEST_FIRST("open node, longest wait", "at the end of open").filter(([line]) => line !== "improve"),
  "mark-at-generation": BEST_FIRST("open node, smallest f", "onto open, by f = g + h").filter(([line]) => line !== "improve"),
  idastar: [
    ["begin", "bound ← h(start)"],
    ["iteration", "loop, with the next bound:"],
    ["take", " n ← next child, depth first"],
    ["goal", "  if n is the goal: done"],
    ["prune", "  if f > bound: turn back"],
    ["expand", "  else: its children in turn"],
    ["back", " no child left: back up"],
  ],
  descent: [
    ["begin", "n ← start"],
    ["", "loop:"],
    ["goal", " if n is the goal: done"],
    ["expand", " make its children"],
    ["duplicate", "  leave out known ones"],
    ["take", " n ← child, smallest h"],
  ],
};

/** [what, text] for every line, or null if there is none for the algorithm. */
export const pseudocode = (algorithm) => CODE[algorithm] ?? null;

/** What happened in a step, as names of lines: the first is the one that matters most. */
export function linesOf(trace) {
  const now = trace.current();
  if (!now) return ["begin"];
  if (now.event === "goal") return ["goal", "take"];
  const kinds = trace.childrenOf(now.id).filter(({ step }) => step === trace.step).map(({ event }) => (event === "reopen" ? "improve" : event));
  const wentBack = !trace.keepsLists && trace.step > 1 && now.parent !== null && trace.taken[trace.step - 1]?.id !== now.parent;
  const newRound = trace.iterations.some(({ step }) => step === trace.step);
  return [...new Set(["take", newRound ? "iteration" : "", wentBack && !newRound ? "back" : "", "expand", ...kinds])].filter(Boolean);
}

function why(trace, now) {
  const choice = trace.choices[trace.step];
  if (!choice) return trace.step === 1 ? `The start, node ${now.id}, is taken first.` : `Node ${now.id} is taken.`;
  const { open, f, ties, equal } = choice;
  const letter = trace.algorithm === "greedy" ? "h" : "f";
  if (trace.algorithm === "bfs") return `Open: ${count(open, "node")}; node ${now.id} has waited longest and is taken.`;
  const smallest = `Open: ${count(open, "node")}, smallest ${letter} = ${f}`;
  if (ties === 1) return `${smallest}; only node ${now.id} has it and is taken.`;
  if (trace.algorithm !== "astar" || trace.ties !== "deepest") return `${smallest}, ${many(ties)} tie; the oldest, node ${now.id}, is taken.`;
  if (equal === 1) return `${smallest}, ${many(ties)} tie; the deepest, node ${now.id}, is taken.`;
  return `${smallest}, ${many(ties)} tie, ${many(equal)} of them equally deep; the oldest of these, node ${now.id}, is taken.`;
}

function depthFirst(trace, now) {
  const sum = `f = ${now.g} + ${now.h} = ${now.f}`;
  if (trace.algorithm !== "idastar") return `Node ${now.id}, h = ${now.h}, is taken.`;
  const bound = trace.iterations[trace.iteration]?.bound;
  if (trace.iterations.some(({ step }) => step === trace.step)) return `Iteration ${trace.iteration + 1} begins at the start again, now with the bound ${bound}.`;
  const before = trace.taken[trace.step - 1];
  const back = before && now.parent !== before.id ? `Back up from node ${before.id} to node ${now.parent}. ` : "";
  return `${back}Node ${now.id} has ${sum}, not above the bound ${bound}: it is entered.`;
}

/** The sentence of a step. */
export function sentenceOf(trace) {
  const now = trace.current();
  if (!now) return "Only the start is waiting.";
  if (now.event === "goal") return `${trace.keepsLists ? why(trace, now) : `Node ${now.id}:`} It is the goal, reached in ${count(now.g, "move")}. The search is over.`;
  const reason = trace.keepsLists ? why(trace, now) : depthFirst(trace, now);
  const made = trace.childrenOf(now.id);
  const of = (...kinds) => made.filter(({ event }) => kinds.includes(event)).length;
  const fates = [
    [of("generate"), "new"],
    [of("duplicate"), "known"],
    [of("improve", "reopen"), "by a shorter way"],
    [of("prune"), trace.algorithm === "beam" ? "left out" : "above the bound"],
  ].filter(([number]) => number > 0);
  if (made.length === 0) return `${reason} It has no children.`;
  const [first, ...rest] = fates;
  return `${reason} ${many(first[0])[0].toUpperCase()}${many(first[0]).slice(1)} ${first[0] === 1 ? "child is" : "children are"} ${first[1]}${rest.map(([number, fate]) => `, ${many(number)} ${fate}`).join("")}.`;
}
