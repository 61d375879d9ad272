// Puts the page on which searches run into chapters, in the place of what stands there for everybody else: a picture or a
// recorded trace. Only where the page lies beside the book (`data-page`, see xtask/src/book/source.rs) and comes from a web
// host, since browsers run no modules from a disk; and not on the page that is made for printing.
"use strict";
(() => {
  if (!location.protocol.startsWith("http") || location.pathname.endsWith("/print.html")) return;
  for (const place of document.querySelectorAll(".live[data-page]")) {
    const address = `${path_to_root}page/index.html#${place.dataset.page}`;
    const frame = document.createElement("iframe");
    frame.title = "Taquin, at work in your browser";
    frame.loading = "lazy";
    frame.src = address;
    const link = document.createElement("a");
    link.href = address;
    link.target = "_blank";
    link.textContent = "Open it alone";
    const note = document.createElement("p");
    note.append("This is the program itself, at work in your browser: change the board and try. ", link, ".");
    place.replaceChildren(frame, note);
  }
})();
