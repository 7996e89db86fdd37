//! Properties of all calls of a kind, checked over the whole description of the API.

mod amounts;
mod crowds;
mod keyed;
mod keys;
mod members;
mod restricted;
mod signed;
mod spends;
mod statements;
