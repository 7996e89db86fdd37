import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('counts down to zero, and restarts with another quote', () => {
  const first = { seconds: 30, from: performance.now() };
  const { result, rerender } = renderHook(useSecondsLeft, { initialProps: first });
  expect(result.current).toBe(30);
  act(() => vi.advanceTimersByTime(29_500));
  expect(result.current).toBe(1);
  act(() => vi.advanceTimersByTime(5_000));
  expect(result.current).toBe(0);
  rerender({ seconds: 30, from: performance.now() });
  expect(result.current).toBe(30);
});

test('does not use the device’s clock, which may be fast', () => {
  const span = { seconds: 30, from: performance.now() };
  vi.setSystemTime(new Date('2026-11-22T09:05:00Z'));
  const { result } = renderHook(useSecondsLeft, { initialProps: span });
  act(() => vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(29);
});
