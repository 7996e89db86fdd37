import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPayment, pay, paymentKey, unfinishedPayment } from './send';

const ORDER = { body: { amount: '200.00', send_wallet: 'NGN', confirm: true } } as const;

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

interface Sent {
  path: string;
  key: string | null;
}

/** A server with a sequence of responses; returns the requests. */
function server(...answers: (() => Promise<Response>)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Headers }) => {
    sent.push({ path, key: headers.get('idempotency-key') });
    const next = answers.shift();
    return next ? next() : lost();
  });
  return sent;
}

const say = (status: number, body: unknown) => () => Promise.resolve(answer(status, body));

describe('a payment', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    forgetPayment();
  });

  const send = async (onChecking = () => undefined) => {
    const paying = pay('withdraw', ORDER, 'grant', onChecking);
    const settled = paying.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    await vi.runAllTimersAsync();
    return settled;
  };

  it('keeps its key over a reload, until it has a result', async () => {
    const key = paymentKey();
    expect(paymentKey()).toBe(key);
    server(say(201, { data: { reference: 'r1' } }));
    await send();
    expect(paymentKey()).not.toBe(key);
  });

  it('queries its result if the response is lost, and is not sent again', async () => {
    const key = paymentKey();
    const checking = vi.fn();
    const sent = server(
      lost,
      say(200, { data: { state: 'running' } }),
      lost,
      say(200, { data: { state: 'done', status: 201, answer: { data: { reference: 'r1' } } } }),
    );
    expect(await send(checking)).toEqual({ value: { reference: 'r1' } });
    expect(checking).toHaveBeenCalledOnce();
    expect(sent.filter(({ path }) => path === '/api/withdraw')).toEqual([{ path: '/api/withdraw', key }]);
    expect(sent.filter(({ path }) => path === `/api/operations/${key}`)).toHaveLength(3);
  });

  it('is not sent again while the first is still running', async () => {
    const sent = server(
      say(409, { code: 'operation_running' }),
      say(200, { data: { state: 'done', status: 201, answer: { data: { reference: 'r1' } } } }),
    );
    expect(await send()).toEqual({ value: { reference: 'r1' } });
    expect(sent).toHaveLength(2);
  });

  it('reports that it never arrived', async () => {
    server(lost, say(200, { data: { state: 'unknown' } }));
    expect(await send()).toMatchObject({ error: { code: 'not_sent' } });
  });

  it('treats a refusal as the result', async () => {
    const key = paymentKey();
    const sent = server(say(422, { code: 'refused', message: 'you cannot withdraw below N200' }));
    expect(await send()).toMatchObject({ error: { message: 'you cannot withdraw below N200' } });
    expect(sent).toHaveLength(1);
    expect(paymentKey()).not.toBe(key);
  });

  it('keeps the key while the result is unknown', async () => {
    const key = paymentKey();
    server();
    expect(await send()).toMatchObject({ error: { code: 'no_answer' } });
    expect(paymentKey()).toBe(key);
  });

  it('in flight when the page was left is looked up by its key, once', async () => {
    const key = paymentKey();
    const sent = server(
      say(200, { data: { state: 'done', status: 201, answer: { data: { reference: 'R' } } } }),
    );
    const found = unfinishedPayment();
    await vi.runAllTimersAsync();
    expect(await found).toEqual({ reference: 'R' });
    expect(sent.map(({ path }) => path)).toEqual([`/api/operations/${key}`]);
    expect(await unfinishedPayment()).toBe(null);
  });

  it('keeps its key if it replaced an earlier payment whose result becomes known', async () => {
    paymentKey();
    server(say(200, { data: { state: 'unknown' } }));
    const found = unfinishedPayment();
    forgetPayment();
    const next = paymentKey();
    await vi.runAllTimersAsync();
    expect(await found).toBe(null);
    expect(paymentKey()).toBe(next);
  });
});
