//! The rules as WebAssembly modules: conversions only.
//!
//! Two modules are built from this crate, by feature: `rules`, which every page loads, and `estimate`, the password
//! estimate with its word lists, which is loaded when it is first needed. The types of the functions below are in
//! `rule-map.d.ts`, written from the same descriptions that the rules are read by.

/// Smaller than the one that comes with Rust, and several times as fast.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static HEAP: heap::Heap<heap::OwnMemory> = heap::Heap::new(heap::OwnMemory);

mod convert;
#[cfg(feature = "estimate")]
mod estimate;
#[cfg(any(target_arch = "wasm32", test))]
mod heap;
#[cfg(feature = "rules")]
mod prepared_form;
#[cfg(feature = "rules")]
mod rules;
mod tree;
#[cfg(feature = "rules")]
mod written;

/// Called once, when the module is there.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
fn start() {
    tree::begin();
}
