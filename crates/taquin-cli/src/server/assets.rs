//! The page, compiled into the program: all of `web/` but `worker.js` and `sw.js`, which work with what `cargo xtask web` adds
//! for a page without a server.

use super::Server;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const PICTURE: &str = "image/png";
const MANIFEST: &str = "application/manifest+json";

/// Address, type and content of every file.
macro_rules! files {
    ($($address:literal $kind:ident $path:literal,)*) => {
        const FILES: &[(&str, &str, &[u8])] = &[
            $(($address, $kind, include_bytes!(concat!("../../web/", $path))),)*
        ];
    };
}

files! {
    "/" HTML "index.html",
    "/api.html" HTML "api.html",
    "/board.css" CSS "board.css",
    "/icon-192.png" PICTURE "icon-192.png",
    "/icon-512.png" PICTURE "icon-512.png",
    "/icon.svg" DRAWING "icon.svg",
    "/manifest.webmanifest" MANIFEST "manifest.webmanifest",
    "/narrow.css" CSS "narrow.css",
    "/style.css" CSS "style.css",
    "/tools.css" CSS "tools.css",
    "/js/advice.js" SCRIPT "js/advice.js",
    "/js/answer.js" SCRIPT "js/answer.js",
    "/js/board-view.js" SCRIPT "js/board-view.js",
    "/js/board.js" SCRIPT "js/board.js",
    "/js/charts.js" SCRIPT "js/charts.js",
    "/js/compare-view.js" SCRIPT "js/compare-view.js",
    "/js/compare.js" SCRIPT "js/compare.js",
    "/js/cube-view.js" SCRIPT "js/cube-view.js",
    "/js/dom.js" SCRIPT "js/dom.js",
    "/js/edit.js" SCRIPT "js/edit.js",
    "/js/engine-error.js" SCRIPT "js/engine-error.js",
    "/js/engine-server.js" SCRIPT "js/engine-server.js",
    "/js/engine-wasm.js" SCRIPT "js/engine-wasm.js",
    "/js/engine.js" SCRIPT "js/engine.js",
    "/js/exercise.js" SCRIPT "js/exercise.js",
    "/js/finish.js" SCRIPT "js/finish.js",
    "/js/game.js" SCRIPT "js/game.js",
    "/js/good-moves.js" SCRIPT "js/good-moves.js",
    "/js/keys.js" SCRIPT "js/keys.js",
    "/js/learn.js" SCRIPT "js/learn.js",
    "/js/lessons.js" SCRIPT "js/lessons.js",
    "/js/look.js" SCRIPT "js/look.js",
    "/js/main.js" SCRIPT "js/main.js",
    "/js/meanwhile.js" SCRIPT "js/meanwhile.js",
    "/js/metric.js" SCRIPT "js/metric.js",
    "/js/mini-board.js" SCRIPT "js/mini-board.js",
    "/js/names.js" SCRIPT "js/names.js",
    "/js/narrate.js" SCRIPT "js/narrate.js",
    "/js/new-board.js" SCRIPT "js/new-board.js",
    "/js/node-cards.js" SCRIPT "js/node-cards.js",
    "/js/node-rows.js" SCRIPT "js/node-rows.js",
    "/js/open-list.js" SCRIPT "js/open-list.js",
    "/js/plain.js" SCRIPT "js/plain.js",
    "/js/play.js" SCRIPT "js/play.js",
    "/js/player.js" SCRIPT "js/player.js",
    "/js/progress.js" SCRIPT "js/progress.js",
    "/js/race.js" SCRIPT "js/race.js",
    "/js/review.js" SCRIPT "js/review.js",
    "/js/share.js" SCRIPT "js/share.js",
    "/js/shortest.js" SCRIPT "js/shortest.js",
    "/js/solve.js" SCRIPT "js/solve.js",
    "/js/sound.js" SCRIPT "js/sound.js",
    "/js/stale.js" SCRIPT "js/stale.js",
    "/js/state.js" SCRIPT "js/state.js",
    "/js/take-home.js" SCRIPT "js/take-home.js",
    "/js/theme.js" SCRIPT "js/theme.js",
    "/js/trace.js" SCRIPT "js/trace.js",
    "/js/tree-draw.js" SCRIPT "js/tree-draw.js",
    "/js/tree-grid.js" SCRIPT "js/tree-grid.js",
    "/js/tree-layout.js" SCRIPT "js/tree-layout.js",
    "/js/tree-sheet.js" SCRIPT "js/tree-sheet.js",
    "/js/tree.js" SCRIPT "js/tree.js",
    "/js/watch-view.js" SCRIPT "js/watch-view.js",
    "/js/watch.js" SCRIPT "js/watch.js",
}

pub(super) fn routes() -> Router<Arc<Server>> {
    FILES.iter().fold(Router::new(), |router, &(address, kind, content)| {
        let tag = tag(content);
        router
            .route(address, get(move |headers: HeaderMap| async move { file(&headers, kind, content, &tag) }))
    })
}

/// Browsers keep a file and ask whether it is still the same.
fn file(headers: &HeaderMap, kind: &'static str, content: &'static [u8], tag: &HeaderValue) -> Response {
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if headers.get(header::IF_NONE_MATCH) == Some(tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, kind)], content).into_response()
}

fn tag(content: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    HeaderValue::from_str(&format!("\"{:016x}\"", hasher.finish())).expect("hexadecimal digits")
}
