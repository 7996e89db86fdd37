import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const DAY_MS = 86_400_000;
const SERVER = Date.parse('2026-11-27T09:00:00Z');

/** A response with a server time; `from` is its source. */
const answer = (at: number, from: 'network' | 'cache' = 'network') =>
  new Headers({
    date: new Date(at).toUTCString(),
    'cache-control': from === 'network' ? 'no-store' : 'private, max-age=31536000, immutable',
  });

/** Loads the page while the device's clock shows the given time. */
async function loaded(device: number) {
  vi.setSystemTime(device);
  vi.resetModules();
  const { noteTime, now } = await import('./clock');
  const { useToday } = await import('./today');
  return {
    answered: (at: number, took = 0, from?: 'network' | 'cache') =>
      noteTime(answer(at, from), performance.now() - took),
    at: () => now().getTime(),
    useToday,
  };
}

const off = (at: number) => Math.abs(at - SERVER);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([1, -1, 400, -400])('a device whose clock is %i days ahead', (days) => {
  it('is trusted only until the server has responded', async () => {
    const { answered, at } = await loaded(SERVER + days * DAY_MS);
    expect(at()).toBe(SERVER + days * DAY_MS);
    answered(SERVER);
    expect(off(at())).toBeLessThan(1000);
    vi.advanceTimersByTime(5000);
    expect(off(at() - 5000)).toBeLessThan(1000);
  });

  it('has the right time again after a reload', async () => {
    (await loaded(SERVER + days * DAY_MS)).answered(SERVER);
    expect(off((await loaded(SERVER + days * DAY_MS)).at())).toBeLessThan(1000);
  });

  it('shows the right day as soon as it is known', async () => {
    const { answered, useToday } = await loaded(SERVER + days * DAY_MS);
    const { result } = renderHook(useToday);
    expect(result.current).not.toBe('2026-11-27');
    act(() => answered(SERVER));
    expect(result.current).toBe('2026-11-27');
  });

  it('may be corrected while the page is open', async () => {
    const { answered, at } = await loaded(SERVER);
    answered(SERVER);
    vi.setSystemTime(SERVER + days * DAY_MS);
    expect(off(at())).toBeLessThan(1000);
    answered(SERVER);
    expect(off(at())).toBeLessThan(1000);
  });

  it('may be corrected while the page is in the background', async () => {
    const { answered, at } = await loaded(SERVER);
    answered(SERVER);
    vi.setSystemTime(SERVER + days * DAY_MS);
    document.dispatchEvent(new Event('visibilitychange'));
    answered(SERVER);
    expect(off(at())).toBeLessThan(1000);
  });
});

it('a difference within a header’s precision changes nothing', async () => {
  const { answered, at } = await loaded(SERVER + 1900);
  answered(SERVER);
  expect(at()).toBe(SERVER + 1900);
  const slow = await loaded(SERVER + 11_000);
  slow.answered(SERVER, 10_000);
  expect(slow.at()).toBe(SERVER + 11_000);
});

it('a slow response may have been written at any time in between', async () => {
  const { answered, at } = await loaded(SERVER - DAY_MS);
  answered(SERVER, 8000);
  expect(at()).toBe(SERVER + 4000);
});

it('a cached response gives no time', async () => {
  const { answered, at } = await loaded(SERVER);
  answered(SERVER - 30 * DAY_MS, 0, 'cache');
  expect(at()).toBe(SERVER);
});

it('a device that slept uses its own clock until the next response', async () => {
  const { answered, at } = await loaded(SERVER + DAY_MS);
  answered(SERVER);
  // The page's monotonic clock stood still.
  vi.setSystemTime(SERVER + DAY_MS + 3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(off(at() - 3_600_000)).toBeLessThan(1000);
});
