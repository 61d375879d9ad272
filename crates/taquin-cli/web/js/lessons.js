// What is taught of each heuristic: a title and paragraphs.

export const LESSONS = {
  zero: ["Nothing is known", ["Zero is never too high, and never of any help: the search spreads evenly in all directions. Compare it with the others to see what knowledge is worth."]],
  hamming: ["How many tiles are away from home?", [
    "Every tile that is not in its goal cell has to move at least once, and a slide moves one tile only. So the number of such tiles is never more than the moves that are needed.",
    "It is a weak estimate: it cannot tell a tile next to its home from one at the other end of the board.",
  ]],
  "out-of-place": ["A mistake worth seeing", [
    "Some programs count the blank as one more tile that is out of place. One slide can then repair two things at once, so the count can be higher than the true distance by one.",
    "An estimate that can be too high may hide the shortest way. This one hides nothing, for a reason of its own: it is never more than one too high, so A* returns a solution of at most one move more than the shortest; and all solutions of a board have an even number of moves, or all have an odd number. One more is impossible.",
    "Two too high would be enough to go wrong.",
  ]],
  manhattan: ["Why Manhattan never overestimates", [
    "The number on each tile is how many steps it is from home, walking along rows and columns as in the streets of Manhattan. A slide moves one tile by one step: so it can bring the sum down by at most one.",
    "If the sum is 20, fewer than 20 slides cannot do. Tiles get in each other's way, so the truth is often more, but never less. An estimate that is never too high is called admissible.",
  ]],
  "linear-conflict": ["What linear conflict adds", [
    "The tiles lit up stand in the row or column where they belong, but in the wrong order. They cannot pass through each other: one has to step out of the line and back again, two moves that Manhattan does not count.",
    "In each line only as many tiles are charged as must leave so that the others are in order. Counting every pair would be too much.",
  ]],
  "walking-distance": ["Rows and columns as a whole", [
    "Forget which tile is which and remember only the row each belongs to. How many vertical slides does it take until every row holds its own? That small puzzle is solved completely, once, and its answers kept in a table. The same for columns; the two together are the estimate.",
    "A vertical slide never changes columns, so adding the two is never too much.",
  ]],
  "first-entry": ["Where can the blank go without doing harm?", [
    "The first time the blank enters a cell, it moves the tile that lies there now. Follow the blank as long as every tile it moves comes nearer to its home. If it cannot reach all the tiles that are away from home like this, some tile has to step away from home first, and back again later: two moves that Manhattan does not count.",
    "The same can be asked from the goal backwards. As many tiles are charged as it takes to explain all that is out of reach, and no more.",
  ]],
};
