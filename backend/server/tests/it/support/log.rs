//! The log of this process, shared by all its tests. A test that reads it starts a recording; otherwise nothing is
//! recorded.

use std::collections::HashMap;
use std::fmt::Debug;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, Once, PoisonError};
use tracing::field::Field;
use tracing::span::Id;
use tracing::{Instrument, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, dynamic_filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// Whether everything is recorded as text.
static RECORDING: AtomicBool = AtomicBool::new(false);
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Statements by the span that they ran in, in order.
static STATEMENTS: LazyLock<Mutex<HashMap<Id, Vec<String>>>> = LazyLock::new(Mutex::default);
const SPAN: &str = "statements are counted";
const DRIVER: &str = "sqlx::query";

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let text = tracing_subscriber::fmt::layer()
            .with_writer(Text)
            .with_ansi(false)
            .with_filter(
                dynamic_filter_fn(|_, _| RECORDING.load(Ordering::Relaxed))
                    .with_max_level_hint(LevelFilter::TRACE),
            );
        // No filter of its own: it would hide spans from the thread that runs SQLite's statements.
        let registry = tracing_subscriber::registry().with(Statements).with(text);
        tracing::subscriber::set_global_default(registry).expect("no other subscriber is set");
    });
}

fn statements() -> MutexGuard<'static, HashMap<Id, Vec<String>>> {
    STATEMENTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records all log lines of all tests, down to `trace`, until it is dropped.
pub struct Recording;

impl Recording {
    pub fn start() -> Self {
        install();
        RECORDING.store(true, Ordering::Relaxed);
        Self
    }

    /// The text recorded so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&TEXT.lock().unwrap()).into_owned()
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        RECORDING.store(false, Ordering::Relaxed);
    }
}

/// Runs a future, and returns the beginnings of the statements that it ran as well. A batch counts as one.
pub async fn counted<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    install();
    let span = tracing::info_span!("statements are counted");
    let id = span.id().expect("the subscriber takes this span");
    let done = work.instrument(span).await;
    let ran = statements().remove(&id).unwrap_or_default();
    (done, ran)
}

struct Text;

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        TEXT.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Text {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        Self
    }
}

struct Statements;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, context: Context<'_, S>) {
        if event.metadata().target() != DRIVER {
            return;
        }
        let scope = context.event_scope(event).into_iter().flatten();
        let Some(span) = scope.into_iter().find(|span| span.name() == SPAN) else {
            return;
        };
        let mut text = String::new();
        event.record(&mut |field: &Field, value: &dyn Debug| {
            if field.name() == "summary" {
                text = format!("{value:?}").trim_matches('"').to_owned();
            }
        });
        statements().entry(span.id()).or_default().push(text);
    }
}
