//! JSON log lines: `{"timestamp", "level", "target", "fields": {"message", …}, "request_id"?, "trace_id"?}`. The fields of
//! the enclosing spans are top-level keys, so that a search finds them by name.

use serde_json::{Map, Value, json};
use std::fmt;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::FormattedFields;
use tracing_subscriber::fmt::format::{FormatEvent, JsonFields, Writer};
use tracing_subscriber::registry::LookupSpan;

/// One event, one line.
pub struct Lines;

impl<S> FormatEvent<S, JsonFields> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = Map::new();
        for span in context.event_scope().into_iter().flatten() {
            let extensions = span.extensions();
            let fields = extensions.get::<FormattedFields<JsonFields>>();
            let fields = fields.and_then(|fields| serde_json::from_str(&fields.fields).ok());
            for (name, value) in fields.unwrap_or_else(Map::new) {
                // The innermost span comes first and wins.
                line.entry(name).or_insert(value);
            }
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        let metadata = event.metadata();
        let line = finished(line, metadata.level().as_str(), metadata.target(), fields.0);
        writeln!(writer, "{line}")
    }
}

/// The line of a fatal error, whether or not logging has started.
pub fn fatal(error: &dyn fmt::Display) -> Value {
    let mut fields = Map::new();
    fields.insert(String::from("message"), json!(error.to_string()));
    finished(Map::new(), "ERROR", "backend", fields)
}

fn finished(
    mut line: Map<String, Value>,
    level: &str,
    target: &str,
    fields: Map<String, Value>,
) -> Value {
    line.insert(String::from("timestamp"), json!(timestamp()));
    line.insert(String::from("level"), json!(level));
    line.insert(String::from("target"), json!(target));
    line.insert(String::from("fields"), Value::Object(fields));
    Value::Object(line)
}

/// The machine's time, not the application's clock.
fn timestamp() -> String {
    let mut text = String::new();
    let _ = tracing_subscriber::fmt::time::FormatTime::format_time(
        &tracing_subscriber::fmt::time::SystemTime,
        &mut Writer::new(&mut text),
    );
    text
}

/// An event's fields: numbers stay numbers.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: Value) {
        self.0.insert(String::from(field.name()), value);
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, json!(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, json!(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, json!(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, json!(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, json!(value));
    }

    fn record_error(&mut self, field: &Field, value: &(dyn std::error::Error + 'static)) {
        self.put(field, json!(value.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::fmt::MakeWriter;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Written {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn a_line_has_the_request_id_as_a_key_and_numbers_as_numbers() {
        let written = Written::default();
        let subscriber = tracing_subscriber::fmt()
            .fmt_fields(JsonFields::default())
            .event_format(Lines)
            .with_writer(written.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            let request = tracing::info_span!(
                "request",
                request_id = "r-1",
                trace_id = tracing::field::Empty
            );
            request.record("trace_id", "t-1");
            let _inside = request.enter();
            let _deeper = tracing::info_span!("deeper", request_id = "r-2").entered();
            tracing::warn!(micros = 12_u64, "quoted \"so\"\nand on");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        let line: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&line["request_id"], &line["trace_id"]),
            (&json!("r-2"), &json!("t-1"))
        );
        assert_eq!(
            line["fields"],
            json!({ "micros": 12, "message": "quoted \"so\"\nand on" })
        );
        assert_eq!(line["level"], "WARN");
        assert!(
            line["timestamp"]
                .as_str()
                .is_some_and(|at| at.ends_with('Z')),
            "{text}"
        );
    }

    #[test]
    fn a_fatal_error_is_a_line() {
        let line = fatal(&"AJO_ADDR: no \"address\"");
        assert_eq!(line["fields"]["message"], "AJO_ADDR: no \"address\"");
        assert_eq!(line["level"], "ERROR");
    }
}
