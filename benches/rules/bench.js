// Measures every row: warm, in alternation, as the median of many rounds. Runs in Node and in a browser.
const ROUNDS = 25;
const ROUND_MS = 8;
/** Engines recompile hot functions; measurements start afterwards. */
const WARM_MS = 400;

const now = () => performance.now();
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** The number of calls in a round that is long enough for timing. */
function callsARound(call) {
  let calls = 1;
  for (;;) {
    const began = now();
    for (let index = 0; index < calls; index += 1) call();
    const took = now() - began;
    if (took > ROUND_MS) return calls;
    calls = Math.max(calls * 2, Math.ceil((calls * ROUND_MS) / Math.max(took, 0.05)));
  }
}

function warm(call) {
  for (const began = now(); now() - began < WARM_MS; ) for (let index = 0; index < 10; index += 1) call();
}

/** Microseconds per call, by name: every round includes all candidates, so that noise affects all alike. */
function measure(contenders) {
  Object.values(contenders).forEach(warm);
  const runners = Object.entries(contenders).map(([name, call]) => ({ name, call, calls: callsARound(call), times: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { call, calls, times } of runners) {
      const began = now();
      for (let index = 0; index < calls; index += 1) call();
      times.push(((now() - began) * 1000) / calls);
    }
  }
  return Object.fromEntries(runners.map(({ name, times }) => [name, median(times)]));
}

export function bench(rows, wanted = () => true) {
  return rows.filter(({ name }) => wanted(name)).map(({ name, goal, ajo, others }) => ({ name, goal, micros: measure({ Ajo: ajo, ...others }) }));
}

/** Time per verdict on a field: p50 and p99 in microseconds. Clocks are coarse, so twenty calls are timed together. */
export function keystroke(call) {
  const [samples, together] = [2000, 20];
  for (let index = 0; index < samples * together; index += 1) call(index);
  const times = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const began = now();
    for (let index = 0; index < together; index += 1) call(sample + index);
    times.push(((now() - began) * 1000) / together);
  }
  times.sort((a, b) => a - b);
  return { p50: times[samples / 2], p99: times[Math.floor(samples * 0.99)] };
}
