//! What every answer has in common.

mod answers;
mod description;
mod limits;
mod metrics;
mod redaction;
mod refusals;
mod rules;
mod webapp;
