//! The version of the rules.

/// Thirty-two hexadecimal digits that change with the source of the rules, their manifest, and the versions of what they
/// are built with (`build.rs`): the same natively and in every WebAssembly module. Server and browser compare them.
#[must_use]
pub const fn rules_version() -> &'static str {
    env!("AJO_RULES_VERSION")
}
