import { describe, expect, it } from 'vitest';
import { daysUntil, type Leaving, leavingOn } from './leaving';

const TODAY = '2026-11-22';

const leaving: Leaving = {
  terms: {
    kind: 'savings',
    status: 'ACTIVE',
    is_flexible: false,
    is_group: false,
    created_by: 'me',
    user: 'me',
    opt_out_penalty: '5',
    currency: 'NGN',
    due_at: '2027-02-22',
  },
  instalments: [
    { due_at: '2026-11-22', amount: '2000.33', paid: '2000.33' },
    { due_at: '2026-12-22', amount: '2000.33', paid: '500' },
    { due_at: '2027-01-22', amount: '2000.33', paid: '0' },
  ],
  paid: '2500.33',
};

describe('the days of a plan', () => {
  it('are all there where they are few', () => {
    expect(daysUntil('2026-11-25', TODAY)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']);
  });

  it('are a week apart in a plan of years, and the end is the last', () => {
    const days = daysUntil('2028-11-22', TODAY);
    expect(days.slice(0, 2)).toEqual(['2026-11-22', '2026-11-29']);
    expect(days.at(-1)).toBe('2028-11-22');
  });

  it('are the end alone once it has come', () => {
    expect(daysUntil('2026-11-20', TODAY)).toEqual(['2026-11-20']);
  });
});

describe('leaving a plan', () => {
  it('today gives back what is in it, less the penalty', () => {
    expect(leavingOn(leaving, TODAY, TODAY)).toMatchObject({ penalty: '125.02', refund: '2375.31' });
  });

  it('later counts each instalment as paid on its day', () => {
    expect(leavingOn(leaving, '2026-12-21', TODAY)).toMatchObject({ refund: '2375.31' });
    expect(leavingOn(leaving, '2026-12-22', TODAY)).toMatchObject({ penalty: '200.03', refund: '3800.63' });
  });

  it('costs nothing at the end, or where the plan is flexible', () => {
    expect(leavingOn(leaving, '2027-02-22', TODAY)).toMatchObject({ penalty: '0.00', refund: '6000.99' });
    const flexible = { ...leaving, terms: { ...leaving.terms, is_flexible: true } };
    expect(leavingOn(flexible, TODAY, TODAY)).toMatchObject({ penalty: '0.00', refund: '2500.33' });
  });
});
