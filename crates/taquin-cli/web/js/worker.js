// A worker: loads the WebAssembly and answers one question after the other. `cargo xtask web` writes ../wasm/.

import load, { Engine } from "../wasm/taquin.js";

let ready;

addEventListener("message", async ({ data }) => {
  if (data.module) {
    ready = load({ module_or_path: data.module }).then(({ memory }) => ({ memory, engine: new Engine(data.memory) }));
    return;
  }
  let memory;
  try {
    const loaded = await ready;
    memory = loaded.memory;
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const listener = { news: (news) => postMessage({ news }) };
    const answer = loaded.engine.ask(data.question, data.body, seed % 1e9, listener);
    postMessage({ answer, memory: memory.buffer.byteLength });
  } catch (error) {
    // A refusal is text; all else is a failure of the module, which cannot be used after it.
    if (typeof error === "string") postMessage({ refused: error, memory: memory.buffer.byteLength });
    else postMessage({ failed: error.message });
  }
});
