//! Every call in the description, made by a user with their own token and other users' identifiers.

pub mod ada;
mod matrix;
mod table;
mod tokens;
