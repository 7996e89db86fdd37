//! Sends prepared requests, in a closed or an open loop.
//!
//! Closed: each connection sends its own requests, each after the answer to the one before. Open: requests are due at a
//! fixed rate, whatever the server does, and each takes the next free connection. Its latency counts from when it was due,
//! so a server that stalls is charged for the requests that waited meanwhile.
//!
//! A thread each connection: blocking calls are the cheapest for the few connections of a measurement, and sleep to the
//! microsecond.

use crate::http::Connection;
use crate::times::{Times, cpu_seconds, micros};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const MOST_CONNECTIONS: usize = 512;
const MOST_REQUESTS: usize = 2_000_000;
/// A connection that was refused or cut this often in a row gives up.
const MOST_CUTS: u32 = 20;
/// An open loop sends what was due within its time, and gives up what it has not sent after so many times that time.
const MOST_OVERTIME: f64 = 3.0;
/// In a request: what the answer before it said.
const KEPT: &str = "{kept}";

pub struct Plan {
    pub address: SocketAddr,
    pub connections: usize,
    pub seconds: f64,
    /// Requests a second, for an open loop.
    pub rate: Option<f64>,
}

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    /// The connection that sends it; without one, the next free one does.
    connection: Option<usize>,
    method: String,
    path: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: String,
    /// The name of a text in the answer, for `{kept}` in the next request of the connection.
    keep: Option<String>,
    /// The status of a success; by default any below 300. Latencies are of successes that are counted.
    expect: Option<u16>,
    /// Whether a success is counted: not for a call that only prepares the next one.
    #[serde(default = "yes")]
    counted: bool,
    /// Identifies the request in the outcome, which then says what was kept.
    note: Option<String>,
}

const fn yes() -> bool {
    true
}

struct Request {
    /// Two parts if the kept text goes in between.
    parts: Vec<Vec<u8>>,
    keep: Option<String>,
    expect: Option<u16>,
    counted: bool,
    note: Option<String>,
}

#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    /// Counted successes, in all and a second.
    done: usize,
    rate: f64,
    seconds: f64,
    /// Answers by status; 0: none.
    statuses: BTreeMap<u16, usize>,
    /// The beginning of an answer that was no success.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Whether a list was used up before the time, which ends the run.
    exhausted: bool,
    /// Requests of an open loop that were sent more than a millisecond after they were due.
    late: usize,
    cpu_seconds: f64,
    /// Notes of requests with what their answers said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kept: Vec<(String, String)>,
    #[serde(flatten)]
    times: Times,
}

#[derive(Default)]
struct Tally {
    samples: Vec<u64>,
    statuses: BTreeMap<u16, usize>,
    refused: Option<String>,
    late: usize,
    kept: Vec<(String, String)>,
}

pub fn run(plan: &Plan, file: &Path) -> Result<Outcome, Box<dyn Error>> {
    if plan.address.ip() != IpAddr::V4(Ipv4Addr::LOCALHOST) {
        return Err("only 127.0.0.1 is put under load".into());
    }
    if plan.connections == 0 || plan.connections > MOST_CONNECTIONS {
        return Err(format!("connections are 1 to {MOST_CONNECTIONS}").into());
    }
    if plan.rate.is_some_and(|rate| rate.is_nan() || rate <= 0.0) {
        return Err("a rate is above 0".into());
    }
    let lists = read(plan, file)?;
    let queue = Queue::new(plan, &lists);
    let tallies = Mutex::new(Vec::new());
    let ready = Barrier::new(plan.connections + 1);
    let (cpu, started) = thread::scope(|scope| {
        for number in 0..plan.connections {
            let (queue, tallies, ready) = (&queue, &tallies, &ready);
            scope.spawn(move || {
                let mut connection = Connection::new(plan.address);
                // The connection itself is not measured. If it fails, so will the first request.
                let _ = connection.open();
                ready.wait();
                ready.wait();
                let tally = serve(&mut connection, queue, number);
                if let Ok(mut all) = tallies.lock() {
                    all.push(tally);
                }
            });
        }
        ready.wait();
        let now = (cpu_seconds(), Instant::now());
        queue.begin(now.1);
        ready.wait();
        now
    });
    let seconds = started.elapsed().as_secs_f64();
    let mut outcome = Outcome {
        seconds,
        exhausted: queue.exhausted.load(Ordering::Relaxed),
        cpu_seconds: cpu_seconds() - cpu,
        ..Outcome::default()
    };
    let mut samples = Vec::new();
    for tally in tallies.into_inner().unwrap_or_default() {
        samples.extend(tally.samples);
        for (status, count) in tally.statuses {
            *outcome.statuses.entry(status).or_default() += count;
        }
        outcome.refused = outcome.refused.or(tally.refused);
        outcome.late += tally.late;
        outcome.kept.extend(tally.kept);
    }
    outcome.done = samples.len();
    outcome.rate = outcome.done as f64 / seconds;
    outcome.times = Times::of(samples);
    Ok(outcome)
}

/// The requests of each connection, or one list for all: for an open loop, and if requests name no connection.
fn read(plan: &Plan, file: &Path) -> Result<Vec<Vec<Request>>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for line in BufReader::new(File::open(file)?).lines() {
        if lines.len() == MOST_REQUESTS {
            return Err(format!("a file has at most {MOST_REQUESTS} requests").into());
        }
        lines.push(serde_json::from_str::<Line>(&line?)?);
    }
    let is_shared = plan.rate.is_some() || lines.iter().any(|line| line.connection.is_none());
    let count = if is_shared { 1 } else { plan.connections };
    let mut lists: Vec<Vec<Request>> = (0..count).map(|_| Vec::new()).collect();
    for line in lines {
        let place = line.connection.unwrap_or_default() % count;
        let list = lists.get_mut(place).ok_or("a connection without a list")?;
        list.push(line.request(plan.address));
    }
    match lists.iter().any(Vec::is_empty) {
        true => Err("each connection has at least one request".into()),
        false => Ok(lists),
    }
}

impl Line {
    fn request(self, address: SocketAddr) -> Request {
        let mut text = format!(
            "{} {} HTTP/1.1\r\nhost: {address}\r\n",
            self.method, self.path
        );
        for (name, value) in &self.headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if !self.body.is_empty() {
            let _ = write!(
                text,
                "content-type: application/json\r\ncontent-length: {}\r\n",
                self.body.len()
            );
        }
        text.push_str("\r\n");
        text.push_str(&self.body);
        Request {
            parts: text
                .splitn(2, KEPT)
                .map(|part| part.as_bytes().to_vec())
                .collect(),
            keep: self.keep.map(|name| format!("\"{name}\":\"")),
            expect: self.expect,
            counted: self.counted,
            note: self.note,
        }
    }
}

/// Decides which request a connection sends next, and when.
struct Queue<'a> {
    lists: &'a [Vec<Request>],
    rate: Option<f64>,
    seconds: f64,
    taken: AtomicUsize,
    /// A list is used up: all stop, so that the number of connections is the same throughout.
    exhausted: AtomicBool,
    started: Mutex<Option<Instant>>,
}

impl<'a> Queue<'a> {
    fn new(plan: &Plan, lists: &'a [Vec<Request>]) -> Self {
        Self {
            lists,
            rate: plan.rate,
            seconds: plan.seconds,
            taken: AtomicUsize::new(0),
            exhausted: AtomicBool::new(false),
            started: Mutex::new(None),
        }
    }

    fn begin(&self, now: Instant) {
        if let Ok(mut started) = self.started.lock() {
            *started = Some(now);
        }
    }

    fn started(&self) -> Instant {
        self.started
            .lock()
            .ok()
            .and_then(|started| *started)
            .unwrap_or_else(Instant::now)
    }

    /// The next request of a connection that has sent `sent`, and when it is due.
    fn next(&self, number: usize, sent: usize, started: Instant) -> Option<(&'a Request, Instant)> {
        let (list, place) = match self.lists {
            [shared] => (shared, self.taken.fetch_add(1, Ordering::Relaxed)),
            own => (own.get(number)?, sent),
        };
        let now = Instant::now();
        let due = match self.rate {
            None => now,
            Some(rate) => started + Duration::from_secs_f64(place as f64 / rate),
        };
        let is_over = due.duration_since(started).as_secs_f64() >= self.seconds
            || now.duration_since(started).as_secs_f64() >= self.seconds * MOST_OVERTIME;
        if is_over || self.exhausted.load(Ordering::Relaxed) {
            return None;
        }
        let Some(request) = list.get(place) else {
            self.exhausted.store(true, Ordering::Relaxed);
            return None;
        };
        Some((request, due))
    }
}

fn serve(connection: &mut Connection, queue: &Queue<'_>, number: usize) -> Tally {
    let started = queue.started();
    let mut tally = Tally::default();
    let (mut sent, mut cuts) = (0, 0);
    let mut kept = String::new();
    let mut whole = Vec::new();
    while let Some((request, due)) = queue.next(number, sent, started) {
        sent += 1;
        let bytes = match request.parts.as_slice() {
            [only] => only.as_slice(),
            parts => {
                whole.clear();
                whole.extend(parts.join(kept.as_bytes()));
                whole.as_slice()
            }
        };
        match due.checked_duration_since(Instant::now()) {
            Some(early) => thread::sleep(early),
            None => {
                tally.late +=
                    usize::from(queue.rate.is_some() && due.elapsed() > Duration::from_millis(1))
            }
        }
        let answer = connection.send(bytes);
        let took = micros(due.elapsed());
        let (status, body) = match &answer {
            Ok((status, body)) => (*status, *body),
            Err(_) => (0, [].as_slice()),
        };
        *tally.statuses.entry(status).or_default() += 1;
        let good = match request.expect {
            Some(expected) => status == expected,
            None => (200..300).contains(&status),
        };
        if !good {
            tally.refused.get_or_insert_with(|| match &answer {
                Ok(_) => String::from_utf8_lossy(body.get(..300).unwrap_or(body)).into_owned(),
                Err(error) => error.to_string(),
            });
        } else if request.counted {
            tally.samples.push(took);
        }
        kept.clear();
        if let Some(found) = request.keep.as_ref().and_then(|name| text_of(body, name)) {
            kept.push_str(found);
            if let Some(note) = &request.note {
                tally.kept.push((note.clone(), kept.clone()));
            }
        }
        cuts = if status == 0 { cuts + 1 } else { 0 };
        if cuts == MOST_CUTS {
            break;
        }
    }
    tally
}

/// The text after `"name":"` in an answer.
fn text_of<'a>(body: &'a [u8], name: &str) -> Option<&'a str> {
    let text = std::str::from_utf8(body).ok()?;
    let (_, after) = text.split_once(name)?;
    after.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    /// Answers every request after a pause; the second one is refused.
    fn server(pause: Duration) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let served = AtomicUsize::new(0);
            thread::scope(|scope| {
                for stream in listener.incoming() {
                    let (mut stream, served) = (stream.unwrap(), &served);
                    scope.spawn(move || {
                        let mut bytes = [0; 4096];
                        while let Ok(read) = stream.read(&mut bytes) {
                            if read == 0 {
                                return;
                            }
                            let asked = String::from_utf8_lossy(&bytes[..read]).into_owned();
                            let said = asked
                                .split("x-said: ")
                                .nth(1)
                                .and_then(|rest| rest.split('\r').next());
                            let body = format!("{{\"token\":\"t{}\"}}", said.unwrap_or_default());
                            let status = if served.fetch_add(1, Ordering::Relaxed) == 1 {
                                403
                            } else {
                                201
                            };
                            thread::sleep(pause);
                            let head = format!(
                                "HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n",
                                body.len()
                            );
                            stream.write_all([head, body].concat().as_bytes()).unwrap();
                        }
                    });
                }
            });
        });
        address
    }

    fn run_with(pause: u64, plan: Plan, lines: &[&str]) -> Outcome {
        let address = server(Duration::from_millis(pause));
        let file = std::env::temp_dir().join(format!("bench-load-{}", address.port()));
        std::fs::write(&file, lines.join("\n")).unwrap();
        let outcome = run(&Plan { address, ..plan }, &file).unwrap();
        std::fs::remove_file(file).unwrap();
        outcome
    }

    fn plan(connections: usize, rate: Option<f64>) -> Plan {
        Plan {
            address: "127.0.0.1:1".parse().unwrap(),
            connections,
            seconds: 0.5,
            rate,
        }
    }

    const GET: &str = r#"{"method":"GET","path":"/"}"#;
    const FIRST: &str = r#"{"method":"GET","path":"/","connection":0}"#;
    const SECOND: &str = r#"{"method":"GET","path":"/","connection":1}"#;

    #[test]
    fn requests_of_no_connection_take_the_next_free_one() {
        let outcome = run_with(50, plan(4, None), &[GET; 8]);
        assert_eq!(outcome.statuses.values().sum::<usize>(), 8);
        assert!(outcome.seconds < 0.3, "{outcome:?}");
        let own = run_with(50, plan(2, None), &[FIRST, FIRST, FIRST, FIRST, SECOND]);
        assert!(
            own.exhausted && own.statuses.values().sum::<usize>() < 5,
            "{own:?}"
        );
    }

    #[test]
    fn refusals_are_reported_and_not_counted() {
        let outcome = run_with(0, plan(1, None), &[GET; 3]);
        assert_eq!((outcome.done, outcome.exhausted), (2, true));
        assert_eq!(outcome.statuses, BTreeMap::from([(201, 2), (403, 1)]));
        assert!(outcome.refused.unwrap().contains("token"));
    }

    #[test]
    fn an_answer_may_go_into_the_next_request() {
        let first = r#"{"method":"POST","path":"/","headers":{"x-said":"1"},"body":"{}","keep":"token","note":"a","counted":false}"#;
        let second = r#"{"method":"POST","path":"/","headers":{"x-said":"{kept}"},"keep":"token","note":"b","expect":403}"#;
        let outcome = run_with(0, plan(1, None), &[first, second]);
        assert_eq!(outcome.done, 1);
        let said = |note: &str, text: &str| (note.to_owned(), text.to_owned());
        assert_eq!(outcome.kept, [said("a", "t1"), said("b", "tt1")]);
    }

    #[test]
    fn an_open_loop_counts_the_time_in_the_queue() {
        // Each answer takes 20 ms, one is due every 10 ms.
        let outcome = run_with(20, plan(1, Some(100.0)), &[GET; 50]);
        assert!(outcome.times.max > 400_000, "{:?}", outcome.times);
        assert!(
            outcome.late > 40 && outcome.times.p50 > 200_000,
            "{outcome:?}"
        );
    }

    #[test]
    fn only_this_machine_is_put_under_load() {
        let address = "192.0.2.1:80".parse().unwrap();
        let outcome = run(
            &Plan {
                address,
                ..plan(1, None)
            },
            Path::new("none"),
        );
        assert!(outcome.unwrap_err().to_string().contains("127.0.0.1"));
    }
}
