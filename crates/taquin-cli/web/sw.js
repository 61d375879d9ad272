// Keeps the files of the page, so that it works without a network. `cargo xtask web` fills in which files, and a version
// that changes with any of them; a page with a server does not use this.

const VERSION = "";
const FILES = [];
const PATIENCE = 3000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("taquin-") && name !== VERSION).map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  event.respondWith(mode === "navigate" ? page(event.request) : file(event.request));
});

/** All files are of one version: what was kept goes before what the network may have by now. */
async function file(request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** The network's page if it comes soon, since it may be a new one; then what was kept is of no more use. */
async function page(request) {
  const cache = await caches.open(VERSION);
  const kept = (await cache.match(request, { ignoreSearch: true })) ?? (await cache.match("./"));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const fresh = await Promise.race([fetch(request).catch(() => null), kept ? late : new Promise(() => {})]);
  if (!fresh?.ok) return kept ?? fresh ?? Response.error();
  if (kept && (await fresh.clone().text()) !== (await kept.clone().text())) {
    await caches.delete(VERSION);
    await registration.unregister();
  }
  return fresh;
}
