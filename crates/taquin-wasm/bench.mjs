// How fast the module for browsers is against the program, on one thread and the same boards, in one run:
//
//     cargo xtask web && cargo build --release && node crates/taquin-wasm/bench.mjs target/release/taquin dist
//
// Both must expand the same nodes and find solutions of the same length, else it fails.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const ROWS = [
  ["korf100", 3, "idastar", "manhattan"],
  ["korf100", 2, "idastar", "walking-distance"],
  ["cube100", 2, "two-ended", null],
];

const [program, folder] = process.argv.slice(2).map((path) => resolve(path));
if (!folder) {
  console.error("usage: node bench.mjs PROGRAM FOLDER-OF-THE-PAGE");
  process.exit(2);
}
// Node takes a file of this name for no module; a page does.
const script = readFileSync(`${folder}/wasm/taquin.js`).toString("base64");
const { default: load, Engine } = await import(`data:text/javascript;base64,${script}`);
const module = await WebAssembly.compile(gunzipSync(readFileSync(`${folder}/wasm/taquin.wasm.gz`)));
await load({ module_or_path: module });
const engine = new Engine(2 ** 30);

console.log("| boards | search | nodes | native | WebAssembly | of native speed |\n|---|---|---|---|---|---|");
for (const [set, first, algorithm, heuristic] of ROWS) {
  const how = ["--algorithm", algorithm, ...(heuristic ? ["--heuristic", heuristic] : [])];
  const lines = execFileSync(program, ["bench", set, "--first", String(first), "--threads", "1", "--json", ...how], { encoding: "utf8" });
  const rows = lines.trim().split("\n").map((line) => JSON.parse(line));
  let [native, wasm, nodes] = [0, 0, 0];
  for (const { start, goal, cost, expanded, seconds } of rows) {
    const body = { board: start, goal, algorithm, heuristic: heuristic ?? undefined, time_limit: "10m" };
    const answer = JSON.parse(engine.ask("solve", JSON.stringify(body), 0, { news() {} }));
    if (answer.cost !== cost || answer.expanded !== expanded) {
      throw new Error(`${start}: ${answer.cost} moves, ${answer.expanded} nodes; the program: ${cost}, ${expanded}`);
    }
    native += seconds;
    wasm += answer.seconds;
    nodes += expanded;
  }
  const share = `${((100 * native) / wasm).toFixed(0)} %`;
  const search = [algorithm, heuristic].filter(Boolean).join(", ");
  console.log(`| ${set}, first ${first} | ${search} | ${nodes.toLocaleString("en")} | ${native.toFixed(2)} s | ${wasm.toFixed(2)} s | ${share} |`);
}
