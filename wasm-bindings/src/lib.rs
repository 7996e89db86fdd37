//! The rules as WebAssembly modules: conversions only.
//!
//! Three modules are built from this crate, by feature: `rules` has all rules, and webapp/scripts/split-wasm.mjs divides
//! it; `entry` has those for visitors before sign-in, with the same functions; `estimate`, the password estimate with
//! its word lists, is loaded on demand. The types of the functions below are in `rule-map.d.ts`, generated from the
//! descriptions that also generate the readers.

/// Smaller than Rust's default allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

mod convert;
#[cfg(feature = "estimate")]
mod estimate;
#[cfg(any(feature = "rules", feature = "entry"))]
mod prepared_form;
#[cfg(any(feature = "rules", feature = "entry"))]
mod rules;
#[cfg(any(feature = "rules", feature = "entry"))]
mod text_buffer;
