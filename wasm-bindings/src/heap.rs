//! The modules' heap: blocks of a few sizes, and for each size a list of those that are free.
//!
//! A call makes hundreds of small things and drops them all: what counts is that taking a block and giving it back are
//! a handful of instructions each. A block keeps its size for ever; it is neither cut nor joined with its neighbour. So
//! the heap holds, of each size, as many blocks as were ever in use at once, and that is bounded by the largest input.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr;

/// Every block begins at a multiple of this, and the small sizes are its multiples.
const STEP: usize = 16;
/// The largest small size; above it sizes double.
const SMALL: usize = 512;
const SMALL_SIZES: usize = SMALL / STEP;
/// Doubled from `SMALL`, up to half of what 32 bits can address.
const LARGE_SIZES: usize = 22;
const PAGE: usize = 65_536;

/// Where memory comes from.
pub trait Pages {
    /// So many new bytes, whole pages of zeros at a multiple of `STEP`; `None` when there are no more.
    fn more(&self, bytes: usize) -> Option<*mut u8>;
}

/// A free block holds the next free one of its size.
type Free = *mut u8;

pub struct Heap<P> {
    pages: P,
    /// The first free block of each size.
    free: [Cell<Free>; SMALL_SIZES + LARGE_SIZES],
    /// What was never in use: from here, and so many bytes.
    fresh: Cell<*mut u8>,
    left: Cell<usize>,
}

// SAFETY: the modules run on one thread; a worker has a module, and a memory, of its own.
unsafe impl<P> Sync for Heap<P> {}

/// The place of a size among the lists, and the size of its blocks; `None` beyond all of them.
const fn size_of(bytes: usize) -> Option<(usize, usize)> {
    if bytes <= SMALL {
        let step = bytes.saturating_sub(1) / STEP;
        return Some((step, (step + 1) * STEP));
    }
    let doublings = (usize::BITS - ((bytes - 1) / SMALL).leading_zeros()) as usize;
    if doublings > LARGE_SIZES {
        return None;
    }
    Some((SMALL_SIZES + doublings - 1, SMALL << doublings))
}

impl<P: Pages> Heap<P> {
    pub const fn new(pages: P) -> Self {
        Self {
            pages,
            free: [const { Cell::new(ptr::null_mut()) }; SMALL_SIZES + LARGE_SIZES],
            fresh: Cell::new(ptr::null_mut()),
            left: Cell::new(0),
        }
    }

    /// A block that was never in use.
    #[cold]
    fn cut(&self, size: usize, align: usize) -> *mut u8 {
        loop {
            let skipped = self.fresh.get().align_offset(align);
            if let Some(left) = self.left.get().checked_sub(size.saturating_add(skipped)) {
                let block = self.fresh.get().wrapping_add(skipped);
                self.fresh.set(block.wrapping_add(size));
                self.left.set(left);
                return block;
            }
            let skipped = align.saturating_sub(STEP);
            let bytes = size.saturating_add(skipped).next_multiple_of(PAGE);
            let Some(more) = self.pages.more(bytes) else {
                return ptr::null_mut();
            };
            // Nearly always the new pages follow the old ones; where they do not, what was left is given up.
            let end = self.fresh.get().wrapping_add(self.left.get());
            if ptr::eq(end, more) {
                self.left.set(self.left.get().saturating_add(bytes));
            } else {
                self.fresh.set(more);
                self.left.set(bytes);
            }
        }
    }

    /// A block at a multiple of more than `STEP`, which hardly anybody asks for: the first free one that lies so.
    #[cold]
    fn aligned(&self, mut list: &Cell<Free>, size: usize, align: usize) -> *mut u8 {
        loop {
            let block = list.get();
            if block.is_null() {
                return self.cut(size, align);
            }
            // SAFETY: a free block holds the next one, and nobody has it.
            let next = unsafe { &*block.cast::<Cell<Free>>() };
            if block.addr().is_multiple_of(align) {
                list.set(next.get());
                return block;
            }
            list = next;
        }
    }
}

// SAFETY: blocks come from `Pages`, are as large as asked for or larger, begin at multiples of `STEP`, do not overlap,
// and are in a list only while nobody has them.
unsafe impl<P: Pages> GlobalAlloc for Heap<P> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((place, size)) = size_of(layout.size()) else {
            return ptr::null_mut();
        };
        let Some(list) = self.free.get(place) else {
            return ptr::null_mut();
        };
        if layout.align() > STEP {
            return self.aligned(list, size, layout.align());
        }
        let block = list.get();
        if block.is_null() {
            return self.cut(size, STEP);
        }
        // SAFETY: a free block of at least `STEP` bytes, in which `dealloc` wrote the next one.
        list.set(unsafe { block.cast::<Free>().read() });
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let list = size_of(layout.size()).and_then(|(place, _)| self.free.get(place));
        if let Some(list) = list {
            // SAFETY: the block has at least `STEP` bytes, is aligned, and its owner has given it back.
            unsafe { block.cast::<Free>().write(list.get()) };
            list.set(block);
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        if size_of(layout.size()) == size_of(bytes) {
            return block;
        }
        // SAFETY: the caller promises that `bytes` is a size that `layout.align()` can have.
        let grown = unsafe { self.alloc(Layout::from_size_align_unchecked(bytes, layout.align())) };
        if !grown.is_null() {
            // SAFETY: two blocks, each of at least so many bytes.
            unsafe {
                ptr::copy_nonoverlapping(block, grown, layout.size().min(bytes));
                self.dealloc(block, layout);
            }
        }
        grown
    }
}

/// The module's own memory, which grows at its end.
#[cfg(target_arch = "wasm32")]
pub struct OwnMemory;

#[cfg(target_arch = "wasm32")]
impl Pages for OwnMemory {
    fn more(&self, bytes: usize) -> Option<*mut u8> {
        let before = core::arch::wasm32::memory_grow::<0>(bytes / PAGE);
        (before != usize::MAX).then(|| ptr::with_exposed_provenance_mut(before * PAGE))
    }
}

#[cfg(test)]
mod tests;
