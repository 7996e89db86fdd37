import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest';
import { call } from '@/api/client';
import { store } from '@/lib/storage';
import { renderScreen } from '@/testing/render';
import { sessionEnded } from '../base/leave';
import { Inactivity } from './inactivity';

vi.mock('@/api/client', () => ({ call: vi.fn(async () => ({})) }));
vi.mock('@/api/use-session', () => ({ useSession: () => ({ state: 'signed-in' }) }));
vi.mock('../base/leave', () => ({ logOut: vi.fn(), sessionEnded: vi.fn() }));

const calls = call as unknown as Mock;
const reports = () => calls.mock.calls.length;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const tap = () => fireEvent.pointerDown(document.body);
const before = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  calls.mockClear();
  vi.mocked(sessionEnded).mockClear();
  store('active at', null);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the first tap after a load is reported to the server', async () => {
  await renderScreen(<Inactivity />);
  expect(reports()).toBe(0);
  await pass(2);
  tap();
  expect(reports()).toBe(1);
});

it('continuous tapping is reported at least every thirty seconds', async () => {
  await renderScreen(<Inactivity />);
  const at: number[] = [];
  for (let second = 2; second <= 240; second += 2) {
    await pass(2);
    const earlier = reports();
    tap();
    if (reports() > earlier) at.push(second);
  }
  expect(at[0]).toBe(2);
  expect(reports()).toBeGreaterThanOrEqual(8);
  expect(sessionEnded).not.toHaveBeenCalled();
});

it('a tap within thirty seconds of the last report is reported at their end', async () => {
  await renderScreen(<Inactivity />);
  await pass(1);
  tap();
  await pass(20);
  tap();
  expect(reports()).toBe(1);
  await pass(11);
  expect(reports()).toBe(2);
  await pass(100);
  expect(reports()).toBe(2);
});

it('activity that could not be reported is reported with the next tap', async () => {
  vi.mocked(call).mockRejectedValueOnce(new Error('no connection'));
  await renderScreen(<Inactivity />);
  await pass(1);
  tap();
  await pass(2);
  tap();
  expect(reports()).toBe(2);
});

it('a load continues the remaining time, and warns within it', async () => {
  store('active at', before(155));
  await renderScreen(<Inactivity />);
  expect(screen.getByRole('timer').textContent).toContain('25 seconds');
  tap();
  expect(reports()).toBe(1);
});

it('a new sign-in has the full three minutes', async () => {
  store('active at', before(600));
  await renderScreen(<Inactivity />);
  expect(sessionEnded).not.toHaveBeenCalled();
  expect(screen.queryByRole('timer')).toBeNull();
  await pass(181);
  expect(sessionEnded).toHaveBeenCalledOnce();
});
