import { expect, it } from 'vitest';
import { byDay } from './days';

const at = (created_at: string) => ({ created_at });

it('groups rows by their day in Lagos, an hour ahead of Greenwich', () => {
  const now = new Date('2026-11-22T09:00:00Z');
  const rows = [
    at('2026-11-22T08:00:00Z'),
    at('2026-11-21T23:00:00Z'),
    at('2026-11-21T22:59:59Z'),
    at('2026-11-20T23:30:00Z'),
    at('2026-11-20T12:00:00Z'),
  ];
  const days = byDay(rows, now);
  expect(days.map(({ rows: { length } }) => length)).toEqual([2, 2, 1]);
  expect(days.slice(0, 2).map(({ day }) => day)).toEqual(['Today', 'Yesterday']);
  expect(days[2]?.day).toMatch(/20/);
  expect(byDay([], now)).toEqual([]);
});
