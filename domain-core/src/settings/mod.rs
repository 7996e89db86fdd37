//! Settings: for now, the tenant's brand.
//!
//! Source: document 1, section 1.

pub mod branding;
mod colour;
mod theme;

pub use theme::{Colours, Theme, ThemeInput, theme};
