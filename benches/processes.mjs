// Processor time and memory of processes, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc in milliseconds; Linux has a hundred a second on all common machines. */
const TICK_MS = 10;

/** The fields after the name, which is in parentheses and may contain anything; the first is field 3 of proc(5). */
const stat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has just ended.
    return undefined;
  }
};
const field = (fields, number) => Number(fields[number - 3]);
const own = (fields) => (field(fields, 14) + field(fields, 15)) * TICK_MS;
/** Of its children that have ended. */
const ended = (fields) => (field(fields, 16) + field(fields, 17)) * TICK_MS;

export const cpuMs = (pid) => {
  const fields = stat(pid);
  return fields ? own(fields) : Number.NaN;
};

/** With all children. One that ends meanwhile is counted once: alive, or among the parent's ended ones. */
export function cpuMsOfFamily(pid) {
  // The parent is read last, so that a child that ends between is rather counted twice, and the second sum is taken.
  const sum = () => {
    let total = 0;
    for (const name of readdirSync('/proc')) {
      const fields = /^\d+$/.test(name) ? stat(name) : undefined;
      if (fields && field(fields, 4) === pid) total += own(fields) + ended(fields);
    }
    const parent = stat(pid);
    return parent ? total + own(parent) + ended(parent) : Number.NaN;
  };
  return Math.min(sum(), sum());
}

/** Of the programs that this one has started and that have ended. */
export const cpuMsOfEnded = () => ended(stat(process.pid));

/** The share of all processors that was not idle, since the given earlier reading. */
export const machine = () => {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).map(Number);
  const all = times.slice(0, 8).reduce((sum, time) => sum + time, 0);
  return { all, idle: times[3] + times[4] };
};
export const busySince = (before) => {
  const now = machine();
  return 1 - (now.idle - before.idle) / (now.all - before.all);
};

/** A figure of /proc/PID/status in bytes, such as VmRSS. */
export const memory = (pid, name) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) * 1024;
