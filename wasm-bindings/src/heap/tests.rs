#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;

/// Pages of the test's own, one after the other until they end.
struct Few {
    words: Box<[Cell<u128>]>,
    taken: Cell<usize>,
}

impl Few {
    fn new(pages: usize) -> Self {
        let words = vec![Cell::new(0); pages * PAGE / size_of_val(&0_u128)];
        Self {
            words: words.into(),
            taken: Cell::new(0),
        }
    }
}

impl Pages for Few {
    fn more(&self, bytes: usize) -> Option<*mut u8> {
        let from = self.taken.get();
        let to = from + bytes;
        (to <= size_of_val(&*self.words)).then(|| {
            self.taken.set(to);
            self.words
                .as_ptr()
                .cast::<u8>()
                .cast_mut()
                .wrapping_add(from)
        })
    }
}

fn layout(bytes: usize) -> Layout {
    Layout::from_size_align(bytes, 8).unwrap()
}

#[test]
fn sizes_hold_what_they_are_asked_for_and_their_places_are_their_own() {
    let mut last = (0, STEP);
    for bytes in (1..5_000).chain([65_536, 65_537, 1 << 20, (1 << 31) - 1, 1 << 31]) {
        let (place, size) = super::size_of(bytes).unwrap();
        assert!(size >= bytes && size.is_multiple_of(STEP), "{bytes}");
        assert!(size < 2 * bytes.max(STEP), "{bytes}");
        assert!(place < SMALL_SIZES + LARGE_SIZES);
        assert_eq!(place == last.0, size == last.1, "{bytes}");
        last = (place, size);
    }
    assert_eq!(super::size_of((1 << 31) + 1), None);
    assert_eq!(super::size_of(usize::MAX), None);
}

#[test]
fn blocks_do_not_overlap_and_keep_what_is_written() {
    let heap = Heap::new(Few::new(64));
    let mut kept: Vec<(*mut u8, Layout, u8)> = Vec::new();
    let mut seed = 0x2545_f491_u32;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed as usize % below
    };
    let is_whole = |(block, layout, mark): &(*mut u8, Layout, u8)| {
        // SAFETY: a block that the heap gave and that was written below.
        let bytes = unsafe { std::slice::from_raw_parts(*block, layout.size()) };
        bytes.iter().all(|byte| byte == mark)
    };
    for round in 0..20_000_u32 {
        let mark = round.to_le_bytes()[0];
        match random(3) {
            0 if !kept.is_empty() => {
                let gone = kept.swap_remove(random(kept.len()));
                assert!(is_whole(&gone));
                // SAFETY: given by this heap with this layout, once.
                unsafe { heap.dealloc(gone.0, gone.1) };
            }
            1 if !kept.is_empty() => {
                let place = random(kept.len());
                let (block, old, old_mark) = kept[place];
                let bytes = 1 + random(3_000);
                // SAFETY: as above; what is read was written.
                let grown = unsafe { heap.realloc(block, old, bytes) };
                let common = layout(old.size().min(bytes));
                assert!(is_whole(&(grown, common, old_mark)));
                // SAFETY: so many bytes are the block's own.
                unsafe { grown.write_bytes(mark, bytes) };
                kept[place] = (grown, layout(bytes), mark);
            }
            _ if kept.len() < 300 => {
                let layout = layout(1 + random(if round % 50 == 0 { 20_000 } else { 200 }));
                // SAFETY: the size is not zero.
                let block = unsafe { heap.alloc(layout) };
                assert!(!block.is_null() && block.addr().is_multiple_of(STEP));
                // SAFETY: so many bytes are the block's own.
                unsafe { block.write_bytes(mark, layout.size()) };
                kept.push((block, layout, mark));
            }
            _ => {}
        }
    }
    assert!(kept.iter().all(is_whole));
}

#[test]
fn what_was_given_back_is_used_again() {
    let heap = Heap::new(Few::new(1));
    for _ in 0..10_000 {
        // SAFETY: sizes that are not zero, and blocks that are given back once.
        unsafe {
            let (one, two) = (heap.alloc(layout(40)), heap.alloc(layout(900)));
            assert!(!one.is_null() && !two.is_null());
            heap.dealloc(one, layout(40));
            heap.dealloc(two, layout(900));
        }
    }
}

#[test]
fn the_end_of_memory_is_told_and_harms_nothing() {
    let heap = Heap::new(Few::new(2));
    // SAFETY: sizes that are not zero.
    unsafe {
        assert!(heap.alloc(layout(3 * PAGE)).is_null());
        assert!(heap.alloc(layout(1 << 40)).is_null());
        let block = heap.alloc(layout(100));
        assert!(!block.is_null());
        assert!(heap.realloc(block, layout(100), 3 * PAGE).is_null());
        assert!(!heap.alloc(layout(PAGE)).is_null());
        assert!(heap.alloc(layout(PAGE)).is_null());
    }
}

#[test]
fn what_must_lie_at_greater_multiples_does_and_is_used_again() {
    let heap = Heap::new(Few::new(4));
    let wide = Layout::from_size_align(100, 256).unwrap();
    // SAFETY: sizes that are not zero, and blocks that are given back once.
    unsafe {
        let odd = heap.alloc(layout(100));
        let first = heap.alloc(wide);
        let second = heap.alloc(wide);
        assert!(
            first != second
                && first.addr().is_multiple_of(256)
                && second.addr().is_multiple_of(256)
        );
        heap.dealloc(first, wide);
        heap.dealloc(second, wide);
        heap.dealloc(odd, layout(100));
        let again = [heap.alloc(wide), heap.alloc(wide)];
        assert!(again.contains(&first) && again.contains(&second));
        assert_eq!(heap.alloc(layout(100)), odd);
        for _ in 0..10_000 {
            let block = heap.alloc(wide);
            assert!(!block.is_null());
            heap.dealloc(block, wide);
        }
    }
}
