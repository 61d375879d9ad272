// What algorithms and heuristics are called, in all tabs alike, and what each is in a sentence.

/** Name on the command line → what people call it, and what it does. */
const ALGORITHMS = new Map([
  ["auto", ["auto", "auto looks up exact distances of small boards, takes IDA* for larger ones and two-ended search for cubes; boards too large for a proof get a solution at once that becomes shorter."]],
  ["bfs", ["breadth-first", "Breadth-first search takes up nodes in the order in which they were found: all boards one move away, then two, then three. Shortest, blind, hungry."]],
  ["bidirectional", ["bidirectional", "Two breadth-first searches, one from the start and one from the goal, meet in the middle: two small circles instead of a large one."]],
  ["astar", ["A*", "A* takes up the open node with the smallest f = g + h. Shortest, and looks at far fewer boards than breadth-first search."]],
  ["idastar", ["IDA*", "IDA* goes deep along one path and turns back where f passes a bound; then it begins again with a higher bound. Shortest, and remembers nothing but the path it is on."]],
  ["weighted-astar", ["weighted A*", "Weighted A* trusts the estimate more than it deserves: g + w·h. Quicker, and at most w times too long."]],
  ["greedy", ["greedy", "Greedy search takes up the open node with the smallest h, whatever it cost to get there. Quick, and the solution is often too long."]],
  ["descent", ["descent", "Descent goes on to the new child with the smallest h and never looks back. It may wander, or run into a dead end."]],
  ["mark-at-generation", ["A* marking early", "A* as many homework programs have it: a board counts as known from the moment it is made, so a shorter way found later is lost. Not always shortest."]],
  ["hybrid", ["hybrid", "A* until its memory is full, then depth-first searches from all that it left open."]],
  ["two-ended", ["two-ended", "A depth-first search that moves both ends, start and goal, whichever has fewer choices. Made for the 26-puzzle."]],
  ["beam", ["beam", "Beam search goes on level by level and keeps only the boards that look best. Never a proof, but large boards get short solutions."]],
  ["any-time", ["any-time", "A solution at once, better ones while time lasts, and a proof beside them of how short it can be at best."]],
  ["look-up", ["look-up", "Exact distances of all boards, kept in a table."]],
]);

const HEURISTICS = new Map([
  ["auto", "auto takes the strongest heuristic that is cheap for this shape."],
  ["zero", "zero knows nothing: with it A* becomes breadth-first search by cost."],
  ["hamming", "hamming counts the tiles that are not at home. Each needs at least one move."],
  ["out-of-place", "out-of-place counts the blank too. It can be one too high: A* still finds shortest solutions, but cannot call them proved."],
  ["manhattan", "manhattan adds up how many rows and columns each tile is from home."],
  ["linear-conflict", "linear-conflict is manhattan, plus two moves for every tile that must step out of its line to let another pass."],
  ["walking-distance", "walking-distance looks at rows and columns as a whole: how many tiles have to walk from each to each."],
  ["first-entry", "first-entry is manhattan, plus two moves for every tile that must first step away from home to let the blank through."],
  ["axis-distance", "axis-distance is for shifts: it counts those needed along rows and along columns, each solved by itself. Rows and columns take turns, so the larger number counts almost twice."],
  ["pdb", "pdb looks up pattern databases: exact numbers of moves for groups of tiles, computed before the search and added up."],
  ["pdb:full", "pdb:full is a table of the exact distances of all boards: the estimate is never wrong, so the search walks straight to the goal."],
]);

export const algorithmName = (name) => ALGORITHMS.get(name)?.[0] ?? name;
export const algorithmNote = (name) => ALGORITHMS.get(name)?.[1] ?? "";
export const heuristicNote = (name) => HEURISTICS.get(name) ?? (name?.startsWith("pdb") ? HEURISTICS.get("pdb") : "");

/** Algorithm and heuristic in words. */
export const searchName = (algorithm, heuristic) => [algorithmName(algorithm), heuristic].filter(Boolean).join(" with ");

/** Names of textbooks for what others here do. */
const OTHER_NAMES = [
  { label: "uniform-cost search, Dijkstra", note: "A* with the heuristic zero." },
  { label: "iterative deepening", note: "IDA* with the heuristic zero: depth-first with a limit that grows by one." },
  { label: "best-first, hill climbing", note: "Greedy search is the one that remembers what it left open, descent the one that does not." },
];

/** All of them, for the lesson on algorithms. */
export const allAlgorithms = () => [...allOwn(), ...OTHER_NAMES];
const allOwn = () => [...ALGORITHMS].filter(([name]) => !["auto", "look-up"].includes(name)).map(([name, [label, note]]) => ({ name, label, note }));
