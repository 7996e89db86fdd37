import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toggleVisibility, visibility } from '@/lib/visibility';
import { renderScreen } from '@/testing/render';
import { SchedulePreview } from './common/schedule-preview';
import { StopDialog } from './stop-dialog';
import { StopSlider } from './stop-slider';
import type { Subscription } from './types';

const MASK = 'XXXXXXXXXXX';

const plan = {
  id: 's1',
  type: 'savings',
  currency: 'NGN',
  pot_currency: 'NGN',
  amount: '2000.33',
  pot: '2000.33',
  due_at: '2999-12-31',
  fee_paid: null,
  is_group: false,
  plan: { is_flexible: false, opt_out_penalty: '5', return_rate: null },
  earned: null,
  savings: [{ due_at: '2020-01-01', amount: '2000.33', amount_paid: '2000.33' }],
  termination: { allowed: true, paid: '2000.33', penalty: '100.02', refund: '1900.31', reason: null },
} as unknown as Subscription;

beforeEach(toggleVisibility);
afterEach(() => {
  if (!visibility.get()) toggleVisibility();
});

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

it('the payout and the penalty of stopping a plan are shown, its balance is not', async () => {
  await renderScreen(<StopDialog subscription={{ ...plan, due_at: null }} open onClose={() => undefined} />);
  expect(fact('In this plan')).toBe(MASK);
  expect(fact('Penalty')).toBe('₦100.02');
  expect(fact('Back to your wallet')).toBe('₦1,900.31');
});

it('the amount put into a coin set is hidden, the penalty of leaving it is not', async () => {
  const coins = { ...plan, type: 'coins', due_at: null } as Subscription;
  await renderScreen(<StopDialog subscription={coins} open onClose={() => undefined} />);
  expect(fact('You put in')).toBe(MASK);
  expect(fact('Penalty')).toBe('₦100.02');
});

it('the slider beside a plan is masked', () => {
  const { container } = render(<StopSlider subscription={plan} own />);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
    `Today: you get ${MASK} back, the penalty is ${MASK}`,
  );
  expect(container.textContent).not.toMatch(/\d\.\d\d/);
});

it('the slider in the dialog is not masked', () => {
  render(<StopSlider subscription={plan} />);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
    'Today: you get ₦1,900.31 back, the penalty is ₦100.02',
  );
});

it('the schedule of a running plan is masked, one to be accepted is not', () => {
  const instalments = [{ number: 1, due_at: '2027-01-01', amount: '2000.33', interest: '10.50' }];
  const given = { instalments, currency: 'NGN', total: '2000.33', totalLabel: 'You save' } as const;
  const { container, rerender } = render(<SchedulePreview {...given} own />);
  expect(container.textContent).not.toMatch(/\d\.\d\d/);
  rerender(<SchedulePreview {...given} />);
  expect(container.textContent).toContain('You save ₦2,000.33');
});
