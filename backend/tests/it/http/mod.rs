//! What every answer has in common.

mod answers;
mod description;
mod hosts;
mod limits;
mod metrics;
mod readiness;
mod redaction;
mod refusals;
mod reports;
mod rules;
mod uploads;
mod webapp;
