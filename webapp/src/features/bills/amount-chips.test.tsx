import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import { AmountChips } from './amount-chips';

const formWith = (amount: string) => ({ watch: () => amount, setValue: vi.fn() });

it('fills in an amount with one tap, and marks the one that is filled in', async () => {
  const form = formWith('1,000');
  await renderScreen(<AmountChips kind="airtime" form={form} />);
  const chips = screen.getAllByRole('button').map((chip) => chip.textContent);
  expect(chips).toEqual(['₦100', '₦200', '₦500', '₦1,000', '₦2,000']);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('₦1,000');
  fireEvent.click(screen.getByRole('button', { name: '₦500' }));
  expect(form.setValue).toHaveBeenCalledWith('amount', '500', { shouldValidate: true, shouldTouch: true });
});

it('offers no electricity below the minimum', async () => {
  await renderScreen(<AmountChips kind="power" minimum="5000" form={formWith('')} />);
  expect(screen.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    '₦5,000',
    '₦10,000',
    '₦20,000',
  ]);
});
