//! The moves of the blank as a table.

use super::{Cell, Direction, Shape};

/// For every cell, where the blank can go from there.
pub(crate) type MovesFrom = Vec<Vec<(Direction, Cell)>>;

/// Tabulates the moves from every cell, in the given order of directions.
pub(crate) fn moves_from(shape: Shape, order: &[Direction]) -> MovesFrom {
    let from = |cell| {
        let to = |&direction| Some((direction, shape.neighbour(cell, direction)?));
        order.iter().filter_map(to).collect()
    };
    shape.all_cells().map(from).collect()
}
