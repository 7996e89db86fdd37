//! The rules as WebAssembly modules: conversions only.
//!
//! Two modules are built from this crate, by feature: `rules`, which every page loads, and `estimate`, the password
//! estimate with its word lists, which is loaded when it is first needed. The types of the functions below are in
//! `rule-map.d.ts`, generated from the descriptions that also generate the readers.

/// Smaller than Rust's default allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

mod convert;
#[cfg(feature = "estimate")]
mod estimate;
#[cfg(feature = "rules")]
mod prepared_form;
#[cfg(feature = "rules")]
mod rules;
#[cfg(feature = "rules")]
mod text_buffer;
