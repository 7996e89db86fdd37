//! What every answer has in common.

mod answers;
mod description;
mod limits;
mod metrics;
mod redaction;
mod rules;
mod webapp;
