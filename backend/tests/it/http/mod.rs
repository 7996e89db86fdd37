//! What every answer has in common.

mod answers;
mod description;
mod limits;
mod redaction;
mod rules;
mod webapp;
