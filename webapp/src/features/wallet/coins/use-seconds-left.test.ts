import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('counts down to nothing, and begins again with another quote', () => {
  const { result, rerender } = renderHook(useSecondsLeft, { initialProps: '2026-11-22T09:00:30Z' });
  expect(result.current).toBe(30);
  act(() => vi.advanceTimersByTime(29_500));
  expect(result.current).toBe(1);
  act(() => vi.advanceTimersByTime(5_000));
  expect(result.current).toBe(0);
  rerender('2026-11-22T09:01:04.500Z');
  expect(result.current).toBe(30);
});
