import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toggleVisibility } from '@/lib/visibility';
import type { Credit } from '@/payment/use-credit';
import { renderScreen } from '@/testing/render';
import type { Subscription } from '../types';
import { AccountDetails } from './account-details';

let credited: (credit: Credit) => void = () => undefined;
vi.mock('@/payment/use-funded', () => ({
  useFunded: (_currency: string, onFunded: (credit: Credit) => void) => {
    credited = onFunded;
  },
}));

const taken = {
  id: 'p1',
  name: 'Rent',
  status: 'PENDING',
  awaits_payment: true,
  currency: 'NGN',
  amount: '200.00',
  due_at: null,
  fee_paid: null,
};
const account = { account_number: '0123456789', account_name: 'Ada', bank_name: 'Bank', currency: 'NGN' };
const credit = { reference: 'r1', currency: 'NGN', net_amount: '200.00' } as Credit;

let started: Partial<Subscription> = {};
let answer: () => void = () => undefined;

beforeEach(() => {
  started = {};
  let asked = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/subscriptions/p1') return new Response(JSON.stringify({ data: account }));
    asked += 1;
    // The request after the credit is answered when the test calls `answer`.
    if (asked > 1) await new Promise<void>((later) => (answer = later));
    return new Response(JSON.stringify({ data: { ...taken, ...started } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const WRONG = /but that doesn't start this plan/;

async function arrive() {
  const onArrived = vi.fn();
  await renderScreen(<AccountDetails subscription={taken as Subscription} onArrived={onArrived} />);
  await screen.findByText('Rent');
  await screen.findByText('₦0.00');
  answer = () => undefined;
  const before = answer;
  credited(credit);
  await waitFor(() => expect(answer).not.toBe(before));
  return onArrived;
}

it('shows no message about money until it is known whether it starts the plan', async () => {
  const onArrived = await arrive();
  expect(screen.queryByText(WRONG)).toBe(null);
  started = { status: 'ACTIVE', due_at: '2027-02-20' };
  answer();
  await waitFor(() => expect(onArrived).toHaveBeenCalledOnce());
  expect(screen.queryByText(WRONG)).toBe(null);
});

it('tells that money is in the wallet if the plan still waits', async () => {
  const onArrived = await arrive();
  answer();
  await screen.findByText(WRONG);
  expect(onArrived).not.toHaveBeenCalled();
});

it('hides the amount that has arrived while balances are hidden, but not the amount to send', async () => {
  toggleVisibility();
  try {
    await arrive();
    answer();
    expect((await screen.findByText(WRONG)).parentElement?.textContent).toMatch(/^XXXXXXXXXXX arrived/);
    screen.getByText('₦200.00');
  } finally {
    toggleVisibility();
  }
});
