// A running server: POST {URL}/api/rules/{rule} with the input as body.
import { setTimeout as delay } from 'node:timers/promises';
import { CannotAsk, callError } from './conform.mjs';
import { exact } from './json-exact.mjs';

const together = 8;
const mostWaits = 100;
const ok = 200;
const notFound = 404;
const unprocessable = 422;
const tooMany = 429;
const unavailable = 503;

/** Asks a server; `notice` is told when it makes the kit wait, and when its rules are of another version. */
export function serverProgram(url, version, timeoutMs, notice) {
  let known = version;
  let isWaiting = false;
  const ask = async (rule, input) => {
    const address = new URL(`api/rules/${encodeURIComponent(rule)}`, url.endsWith('/') ? url : `${url}/`);
    for (let waits = 0; waits < mostWaits; waits += 1) {
      const response = await post(address, input, timeoutMs);
      const has = response.headers.get('x-rules-version') ?? known;
      if (has !== known) notice(`${url} has the rules ${has}, this package ${version}`);
      known = has;
      if (response.status !== tooMany && response.status !== unavailable) return answerOf(address, response);
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      if (!isWaiting) notice(`${url} answers ${response.status}: waiting ${seconds} s`);
      isWaiting = true;
      await delay(1000 * seconds);
      isWaiting = false;
    }
    throw new CannotAsk(
      `${address} refused a call ${mostWaits} times; a server of your own takes AJO_RATE_LIMIT_FACTOR=0`,
    );
  };
  return {
    async ask(rule, inputs) {
      const answers = new Array(inputs.length);
      let next = 0;
      const worker = async () => {
        while (next < inputs.length) {
          const index = next++;
          answers[index] = await ask(rule, inputs[index]);
        }
      };
      await Promise.all(Array.from({ length: together }, worker));
      return answers;
    },
    settled: async () => undefined,
    close: async () => undefined,
  };
}

async function post(address, body, timeoutMs) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const why =
      error.name === 'TimeoutError'
        ? `no answer within ${timeoutMs / 1000} s`
        : (error.cause?.message ?? error.message);
    throw new CannotAsk(`${address}: ${why}\n  at the input ${body}`);
  }
}

function answerOf(address, { status, text }) {
  let body;
  try {
    body = exact(text);
  } catch {
    throw new CannotAsk(`${address} answers ${status} without JSON`);
  }
  if (status === ok && body?.data !== undefined) return body.data;
  const { code } = body ?? {};
  const isCallError = status === unprocessable || (status === notFound && code === 'unknown_rule');
  if (isCallError && code !== undefined) return callError(code);
  throw new CannotAsk(`${address} answers ${status} (${code ?? 'no code'}), not as a server of Ajo`);
}
