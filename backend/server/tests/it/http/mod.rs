//! Properties common to all responses.

mod answers;
mod decisions;
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
