//! A user with their own token and other people's identifiers, at every call in the description.

pub mod ada;
mod matrix;
mod table;
mod tokens;
