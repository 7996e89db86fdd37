import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lagosToday } from '@/lib/today';
import { renderScreen } from '@/testing/render';
import { PlanStatus } from './common/plan-status';
import { Ended } from './ended';
import { InstalmentList } from './instalment-list';
import { NextInstalment } from './next-instalment';
import { SubscriptionCard } from './subscription-card';
import type { Ended as HowEnded, Instalment, Lateness, Subscription } from './types';

const since = `${lagosToday().slice(0, 4)}-12-04`;

const words = (lateness: Partial<Lateness> | null) => {
  const all = lateness && { state: 'upcoming', amount: '2625.00', due_today: null, since, ...lateness };
  const subscription = { lateness: all, currency: 'NGN' } as Subscription;
  const { container } = render(<NextInstalment subscription={subscription} />);
  const said = container.textContent;
  cleanup();
  return said;
};

it('shows the next instalment, one due today, and the date since which one is overdue', () => {
  expect(words({})).toBe('₦2,625.00 due 4 Dec');
  expect(words({ state: 'due' })).toBe('Due today ₦2,625.00');
  expect(words({ state: 'overdue', amount: '10500.00' })).toBe('₦10,500.00 overdue since 4 Dec');
  const both = words({ state: 'overdue', due_today: '2625.00' });
  expect(both).toBe('₦2,625.00 overdue since 4 DecDue today ₦2,625.00');
  expect(words({ since: '2020-12-04' })).toBe('₦2,625.00 due 4 Dec 2020');
  expect(words(null)).toBe('');
});

it('the status of an active plan shows that it is overdue', () => {
  const state = (lateness?: Lateness['state']) => {
    const { container } = render(<PlanStatus status="ACTIVE" lateness={lateness} />);
    const said = container.textContent;
    cleanup();
    return said;
  };
  expect([state(), state('upcoming'), state('due'), state('overdue')]).toEqual([
    'Active',
    'Active',
    'Active',
    'Overdue',
  ]);
});

const ended: HowEnded = { how: 'completed', on: since, returned: '1500.00', penalty: null };

it('shows the reason, the date and the payout of a plan that has ended', () => {
  const said = (how: Partial<HowEnded>) => {
    const subscription = { pot_currency: 'NGN', created_by_name: 'Crea Tor' } as Subscription;
    const { container } = render(<Ended subscription={subscription} ended={{ ...ended, ...how }} />);
    const text = container.textContent;
    cleanup();
    return text;
  };
  expect(said({})).toBe('This plan has come to its end.₦1,500.00 was returned on 4 Dec.');
  expect(said({ how: 'stopped', penalty: '75.00' })).toContain('The penalty for leaving early was ₦75.00');
  expect(said({ how: 'stopped_by_creator' })).toContain('Crea Tor ended this plan for everybody.');
  expect(said({ how: 'repaid', returned: null })).toBe('This loan was repaid on 4 Dec.');
  expect(said({ how: 'declined', returned: null, on: null })).toBe('We declined this request.');
});

it('a plan that has ended offers nothing', async () => {
  const subscription = {
    name: 'Shop stock',
    status: 'COMPLETED',
    comment: null,
    lateness: null,
    worth: null,
    ended,
    currency: 'NGN',
    pot_currency: 'NGN',
    progress: { percent: '0.0', paid: '0.00', total: '0.00' },
    amount: '500.00',
    plan: { name: 'Target Savings' },
    savings: [],
    loans: [],
    actions: [{ action: 'pay', allowed: false, reason: 'This plan is not active.' }],
  } as unknown as Subscription;
  const offers = [{ action: 'pay', label: 'Pay', icon: () => null, onPress: () => undefined }] as never;
  const card = (of: Subscription) => (
    <SubscriptionCard subscription={of} open onToggle={() => undefined} offers={offers}>
      {null}
    </SubscriptionCard>
  );
  await renderScreen(card(subscription));
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(screen.queryByText('This plan is not active.')).toBeNull();
  cleanup();
  await renderScreen(card({ ...subscription, ended: null }));
  expect(screen.getByRole('button', { name: /^Pay/ })).toHaveProperty('disabled', true);
});

it('of a plan that has ended, only instalments paid in part or in full are listed', () => {
  const instalment = (number: number, amount_paid: string, status: Instalment['status']) =>
    ({
      id: `${number}`,
      number,
      due_at: since,
      amount: '500.00',
      amount_paid,
      status,
      payer: null,
    }) as Instalment;
  const all = [
    instalment(1, '500.00', 'PAID'),
    instalment(2, '100.00', 'DUE'),
    instalment(3, '0.00', 'PENDING'),
  ];
  render(<InstalmentList instalments={all} currency="NGN" label="Yours" ended />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText('Upcoming')).toBeNull();
  screen.getByText('Paid in part');
});
