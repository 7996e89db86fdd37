//! What holds for every call of a kind, over the whole of the API's description.

mod amounts;
mod crowds;
mod keyed;
mod keys;
mod members;
mod restricted;
mod signed;
mod spends;
mod statements;
