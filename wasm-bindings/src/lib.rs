//! The rules as WebAssembly: conversions only.
