// What the server's recurring jobs cost a round, by its own metrics.
//
// There is none for the time of a round. But a job sleeps as long from the end of a round to the start of the next, so the
// time between two ends is that pause and the round. The end is the time of the answer less the lag, to a millisecond or two.
const PAUSE_MS = 1_000;
/** These pause for a minute. Those that pause for an hour are left out. */
const MINUTE = new Set([
  'reversals',
  'held notices',
  'plan days',
  'saving triggers',
  'desk',
  'signals',
  'exchange keys',
  'seals',
  'rates',
]);
const HOUR = new Set(['retention', 'daily check']);
/** These report themselves, at other times than the end of a round. */
const ENDLESS = new Set(['email', 'sms', 'telegram', 'whatsapp']);
/** Two ends closer than this are the same one, seen twice. */
const SAME_MS = 100;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const samples = (text, name) =>
  [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\} ([\\d.]+)$`, 'gm'))].map(([, labels, value]) => ({
    job: /job="([^"]*)"/.exec(labels)[1],
    end: /end="([^"]*)"/.exec(labels)?.[1],
    value: Number(value),
  }));

async function read(metricsUrl) {
  const began = performance.now();
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return { text, at: (began + performance.now()) / 2 };
}

/** Waits until a job's first round is over; returns how it ended, or undefined if it did not within the time. */
export async function firstRound(metricsUrl, job, mostMs) {
  const until = Date.now() + mostMs;
  while (Date.now() < until) {
    const { text } = await read(metricsUrl);
    const done = samples(text, 'ajo_job_rounds_total').find((one) => one.job === job);
    if (done) return done.end;
    await sleep(250);
  }
}

/** Median milliseconds and number of rounds of each job within some seconds, and the rounds that did not succeed. */
export async function rounds(metricsUrl, seconds) {
  const ends = new Map();
  const until = performance.now() + seconds * 1000;
  let text = '';
  while (performance.now() < until) {
    const found = await read(metricsUrl);
    text = found.text;
    for (const { job, value } of samples(text, 'ajo_job_lag_seconds')) {
      const end = found.at - value * 1000;
      const known = ends.get(job) ?? [];
      if (known.length === 0 || end - known.at(-1) > SAME_MS) ends.set(job, [...known, end]);
    }
    await sleep(200);
  }
  const jobs = [];
  for (const [job, times] of ends) {
    if (HOUR.has(job) || ENDLESS.has(job)) continue;
    const pause = MINUTE.has(job) ? 60 * PAUSE_MS : PAUSE_MS;
    const lengths = times.slice(1).map((end, index) => end - times[index] - pause);
    jobs.push({
      job,
      every: pause / PAUSE_MS,
      ms: lengths.length > 0 ? median(lengths) : Number.NaN,
      rounds: lengths.length,
    });
  }
  const bad = samples(text, 'ajo_job_rounds_total').filter(({ end }) => end !== 'done');
  return { jobs, bad };
}
