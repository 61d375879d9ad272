// How the page looks to a class and to a player: the presentation, and what is on the tiles: numbers, the way home of each, a
// picture, or nothing once the first move is made.

import { place, same, shapeText } from "./board.js";
import { $ } from "./dom.js";
import { game } from "./game.js";
import { markWays } from "./play.js";
import { onChange, onLook, state, view } from "./state.js";

const SIDE = 512;
/** The longest side of a board whose tiles show their ways. */
const MOST_WITH_WAYS = 6;
const KEY = "tiles";
/** Looks that are remembered: a picture of one's own is not kept. */
const KEPT = ["numbers", "ways", "blind", "picture"];

export function startLook() {
  $("present").addEventListener("click", present);
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) setPresenting(false);
  });
  $("tile-look").addEventListener("change", () => chooseTiles($("tile-look").value));
  $("picture-file").addEventListener("change", ownPicture);
  onChange((changed, by) => {
    if (changed.has("shape") || changed.has("goal") || by === "link") placePictures();
  });
  onLook(dress);
  const kept = keptLook();
  if (kept !== "numbers") chooseTiles(kept);
}

function keptLook() {
  try {
    const kept = localStorage.getItem(KEY);
    return KEPT.includes(kept) ? kept : "numbers";
  } catch {
    return "numbers";
  }
}

/** What changes with the board: the ways, and whether numbers are hidden. */
function dress() {
  const look = $("tile-look").value;
  const isOver = same(view().cells, view().goal);
  document.documentElement.classList.toggle("blindfold", look === "blind" && game.moves > 0 && !isOver && !state.shown);
  markWays(look === "ways" ? waysHome(view()) : new Map());
}

/** How far right, left, down and up each tile has to go, and through how many layers. */
function waysHome({ cells, goal, shape }) {
  const ways = new Map();
  // On smaller tiles there is no room for them.
  if (Math.max(...shape) > MOST_WITH_WAYS) return ways;
  for (const [cell, tile] of cells.entries()) {
    const [from, to] = [place(cell, shape), place(goal.indexOf(tile), shape)];
    const parts = [[to.x - from.x, "→", "←"], [to.y - from.y, "↓", "↑"], [to.z - from.z, "⇓", "⇑"]];
    const badge = parts.filter(([far]) => far !== 0).map(([far, on, back]) => `${far > 0 ? on : back}${Math.abs(far)}`).join(" ");
    if (tile > 0 && badge) ways.set(tile, { class: "", badge });
  }
  return ways;
}

function setPresenting(on) {
  document.documentElement.classList.toggle("presenting", on);
  $("present").setAttribute("aria-pressed", String(on));
  dispatchEvent(new Event("resize"));
}

/** Full screen where the browser grants it, and large type everywhere. */
async function present() {
  const on = !document.documentElement.classList.contains("presenting");
  setPresenting(on);
  try {
    if (on) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // Some browsers have no full screen; the type is large all the same.
  }
}

function chooseTiles(look) {
  if (look === "own") return $("picture-file").click();
  $("tile-look").value = look;
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // Without storage it is forgotten.
  }
  dress();
  $("board").classList.toggle("pictured", look === "picture");
  if (look === "picture") setPicture(painted());
}

async function ownPicture() {
  const [file] = $("picture-file").files;
  $("picture-file").value = "";
  if (!file) return;
  try {
    const bitmap = await createImageBitmap(file);
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = square();
    canvas.getContext("2d").drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
    $("board").classList.add("pictured");
    setPicture(canvas);
    dress();
  } catch {
    $("say").textContent = `${file.name} is not a picture that this browser can read.`;
  }
}

const square = () => Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });

/** Hills before a sky: every part of it is different. */
function painted() {
  const canvas = square();
  const pen = canvas.getContext("2d");
  const sky = pen.createLinearGradient(0, 0, 0, SIDE);
  [[0, "#274b8f"], [0.45, "#e8a06a"], [0.6, "#f6d99a"]].forEach(([at, colour]) => sky.addColorStop(at, colour));
  pen.fillStyle = sky;
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = "#fff3c4";
  pen.beginPath();
  pen.arc(SIDE * 0.68, SIDE * 0.4, SIDE * 0.09, 0, 7);
  pen.fill();
  ["#5b6b8c", "#3f5f63", "#2c4a3e", "#1c3327"].forEach((colour, index) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, SIDE);
    for (let x = 0; x <= SIDE; x += 4) {
      const wave = Math.sin(x / (46 + 23 * index) + index * 2.1) * (34 - 5 * index) + Math.sin(x / (17 + 9 * index)) * 9;
      pen.lineTo(x, SIDE * (0.52 + index * 0.12) - wave);
    }
    pen.lineTo(SIDE, SIDE);
    pen.fill();
  });
  return canvas;
}

function setPicture(canvas) {
  $("board").style.setProperty("--picture", `url(${canvas.toDataURL("image/jpeg", 0.85)})`);
  placePictures();
}

/** Each tile shows the part of the picture that belongs where the tile is at home. */
function placePictures() {
  const [width, height] = state.shape;
  $("board").style.setProperty("--across", width);
  $("board").style.setProperty("--down", height);
  for (const tile of $("board").querySelectorAll(".tile")) {
    const home = state.goal.indexOf(Number(tile.dataset.tile)) % (width * height);
    tile.style.setProperty("--at", `${width > 1 ? ((home % width) / (width - 1)) * 100 : 0}% ${height > 1 ? (Math.floor(home / width) / (height - 1)) * 100 : 0}%`);
  }
  $("board").dataset.shape = shapeText(state.shape);
}
