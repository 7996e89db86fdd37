//! Logging: one line per event, in JSON in production. Only named fields are logged; secrets have no `Debug`.

mod lines;
pub mod trace;

pub use lines::fatal;

use lines::Lines;
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::JsonFields;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

tokio::task_local! {
    /// The id of the request that the task serves.
    pub static REQUEST_ID: String;
}

/// The id of the current task's request; blank outside of one.
pub fn request_id() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

/// Starts logging to standard error. A panic is logged with its location but not its message, which may contain a
/// value.
pub fn start(json: bool, filter: &str) {
    let filter = EnvFilter::new(filter);
    let registry = tracing_subscriber::registry().with(filter);
    let started = if json {
        registry
            .with(
                tracing_subscriber::fmt::layer()
                    .fmt_fields(JsonFields::default())
                    .event_format(Lines)
                    .with_writer(std::io::stderr),
            )
            .try_init()
    } else {
        registry
            .with(
                tracing_subscriber::fmt::layer()
                    .compact()
                    .with_ansi(std::io::stderr().is_terminal())
                    .with_target(false)
                    .with_writer(std::io::stderr),
            )
            .try_init()
    };
    if started.is_err() {
        tracing::debug!("logging was already started");
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(%place, "panic");
    }));
}
