//! Where the nodes of a tree are drawn: children side by side below their parent, which stands over their middle, and
//! subtrees as close as their outlines allow (Reingold and Tilford 1981).

use std::collections::HashMap;

/// The column of each node, in units of one node's width, and its level. Columns begin at 0.
pub(super) struct Layout {
    pub(super) places: HashMap<u32, (f64, usize)>,
    pub(super) columns: f64,
    pub(super) levels: usize,
}

/// The outline of a subtree: the leftmost and rightmost column of each level, from the root's.
type Outline = Vec<(f64, f64)>;

/// Lays out trees side by side.
pub(super) fn layout(roots: &[u32], children: &HashMap<u32, Vec<u32>>) -> Layout {
    let none = Vec::new();
    let of = |id: &u32| children.get(id).unwrap_or(&none);
    // Parents come before their children here, so that no tree is too deep for the stack of calls.
    let mut order: Vec<(u32, usize)> = Vec::new();
    let mut waiting: Vec<(u32, usize)> = roots.iter().rev().map(|&root| (root, 0)).collect();
    while let Some((id, level)) = waiting.pop() {
        order.push((id, level));
        waiting.extend(of(&id).iter().rev().map(|&child| (child, level + 1)));
    }
    let mut outlines: HashMap<u32, Outline> = HashMap::new();
    let mut offsets: HashMap<u32, f64> = HashMap::new();
    for (id, _) in order.iter().rev() {
        let (mut outline, middle) = side_by_side(of(id), &mut outlines, &mut offsets);
        outline.insert(0, (middle, middle));
        for child in of(id) {
            *offsets.entry(*child).or_default() -= middle;
        }
        outline.iter_mut().for_each(|(left, right)| {
            *left -= middle;
            *right -= middle;
        });
        outlines.insert(*id, outline);
    }
    let (outline, _) = side_by_side(roots, &mut outlines, &mut offsets);
    let leftmost = outline.iter().map(|&(left, _)| left).fold(f64::INFINITY, f64::min);
    let rightmost = outline.iter().map(|&(_, right)| right).fold(f64::NEG_INFINITY, f64::max);
    let mut places: HashMap<u32, (f64, usize)> = HashMap::new();
    for &(id, level) in &order {
        let column = places.get(&id).map_or(-leftmost, |&(column, _)| column) + offsets[&id];
        places.insert(id, (column, level));
        for &child in of(&id) {
            places.insert(child, (column, level + 1));
        }
    }
    Layout { places, columns: (rightmost - leftmost).max(0.0) + 1.0, levels: outline.len() }
}

/// Puts subtrees next to each other: the outline of all, the middle of their roots, and where each root is.
fn side_by_side(
    ids: &[u32],
    outlines: &mut HashMap<u32, Outline>,
    offsets: &mut HashMap<u32, f64>,
) -> (Outline, f64) {
    let mut all: Outline = Vec::new();
    let mut ends = (0.0, 0.0);
    for (index, id) in ids.iter().enumerate() {
        let outline = outlines.remove(id).unwrap_or_default();
        let apart = all.iter().zip(&outline).map(|((_, right), (left, _))| right - left + 1.0);
        let offset = apart.fold(if index == 0 { 0.0 } else { f64::NEG_INFINITY }, f64::max);
        for (level, (left, right)) in outline.iter().enumerate() {
            let moved = (left + offset, right + offset);
            match all.get_mut(level) {
                Some(outer) => outer.1 = moved.1,
                None => all.push(moved),
            }
        }
        offsets.insert(*id, offset);
        ends = (if index == 0 { offset } else { ends.0 }, offset);
    }
    (all, (ends.0 + ends.1) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(roots: &[u32], children: &[(u32, &[u32])]) -> Vec<(u32, f64, usize)> {
        let children = children.iter().map(|&(parent, ids)| (parent, ids.to_vec())).collect();
        let layout = layout(roots, &children);
        let mut places: Vec<_> =
            layout.places.into_iter().map(|(id, (column, level))| (id, column, level)).collect();
        places.sort_by_key(|&(id, ..)| id);
        places
    }

    #[test]
    fn a_parent_stands_over_the_middle_of_its_children() {
        assert_eq!(places(&[0], &[(0, &[1, 2])]), [(0, 0.5, 0), (1, 0.0, 1), (2, 1.0, 1)]);
        assert_eq!(places(&[7], &[]), [(7, 0.0, 0)]);
    }

    #[test]
    fn a_subtree_goes_under_its_neighbour_where_there_is_room() {
        // 1 has three children, 2 none: 2 stands right of 1 and its column is above 1's last child.
        let drawn = places(&[0], &[(0, &[1, 2]), (1, &[3, 4, 5])]);
        assert_eq!(drawn[1..3], [(1, 1.0, 1), (2, 2.0, 1)]);
        assert_eq!(drawn[3..], [(3, 0.0, 2), (4, 1.0, 2), (5, 2.0, 2)]);
    }

    #[test]
    fn no_two_nodes_of_a_level_are_closer_than_one_column() {
        // Every node of a small random tree has up to three children.
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut state = 7u64;
        for id in 1..200u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            children.entry((state >> 33) as u32 % id).or_default().push(id);
        }
        let layout = layout(&[0], &children);
        let mut levels: HashMap<usize, Vec<f64>> = HashMap::new();
        for (column, level) in layout.places.values() {
            assert!(*column > -1e-9 && *column < layout.columns);
            levels.entry(*level).or_default().push(*column);
        }
        assert_eq!((layout.places.len(), levels.len()), (200, layout.levels));
        for columns in levels.values_mut() {
            columns.sort_by(f64::total_cmp);
            assert!(columns.windows(2).all(|pair| pair[1] - pair[0] > 1.0 - 1e-9), "{columns:?}");
        }
    }
}
