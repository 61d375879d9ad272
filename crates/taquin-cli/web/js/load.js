// A worker: fetches the module, unpacks and compiles it, so that nobody who looks at the page has to wait.

import { unpack } from "./lzma.js";

async function load() {
  const response = await fetch(new URL("../wasm/taquin.wasm.lzma", import.meta.url));
  if (!response.ok) throw new Error(`the host answered ${response.status}`);
  return WebAssembly.compile(unpack(new Uint8Array(await response.arrayBuffer())));
}

load().then(
  (module) => postMessage({ module }),
  ({ message }) => postMessage({ failed: message }),
);
