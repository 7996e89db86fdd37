import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lagosToday } from '@/lib/today';
import { renderScreen } from '@/testing/render';
import type { Plan } from '../types';
import { GoalStep } from './goal-step';

const plan = {
  id: 'p1',
  name: 'Target Savings',
  is_active: true,
  min_amount: '1000.00',
  max_amount: null,
  base_currency: 'NGN',
  pot_currency: 'NGN',
  duration: 12,
  duration_unit: 'month',
  is_flexible: false,
  is_group: false,
  opt_out_penalty: '5',
  return_rate: null,
} as unknown as Plan;

const facts = { rates: {}, balance: '0.00' };
const need = () => screen.getByLabelText('How much do you need? (NGN)');

it('proposes the instalments that reach a goal while it is typed', async () => {
  const onChosen = vi.fn();
  await renderScreen(
    <GoalStep kind="rent" plans={[plan]} facts={facts} refusal={null} onChosen={onChosen} />,
  );
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.change(need(), { target: { value: '100,000' } });
  await screen.findByText(/^₦8,334.00 on the .*, 12 times$/);
  screen.getByText(/^You save ₦100,008.00, ₦8.00 more than you need. It is back in your wallet on /);
  fireEvent.click(screen.getByRole('button', { name: 'Save this way' }));
  await waitFor(() => expect(onChosen).toHaveBeenCalled());
  expect(onChosen.mock.lastCall?.[0]).toMatchObject({
    goal: { kind: 'rent', name: 'Rent', target: '100000' },
    plan: { id: 'p1' },
    way: { amount: '8334.00', duration: 12 },
  });
});

it('says why no plan gets there, and offers the nearest', async () => {
  await renderScreen(<GoalStep kind="rent" plans={[plan]} facts={facts} refusal={null} onChosen={vi.fn()} />);
  fireEvent.change(need(), { target: { value: '100,000' } });
  fireEvent.change(screen.getByLabelText('By when?'), { target: { value: lagosToday() } });
  await waitFor(() => expect(screen.queryByText(/12 times/)).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'In 3 months' }));
  await screen.findByText(/^No plan gets there by .* The nearest ends on /);
  screen.getByText(/12 times$/);
});
