//! Somebody with a token of their own and other people's identifiers, at every call that the description knows.

pub mod ada;
mod matrix;
mod table;
mod tokens;
