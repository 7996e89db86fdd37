import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Segmented } from './segmented';

const OPTIONS = [
  { value: 'bank', label: 'Bank' },
  { value: 'wallet', label: 'Wallet' },
] as const;

function Choice() {
  const [value, setValue] = useState<'bank' | 'wallet'>('bank');
  return (
    <Segmented label="Kind" options={OPTIONS} value={value} onChange={setValue}>
      To a {value}
    </Segmented>
  );
}

const selected = () => screen.getByRole('tab', { selected: true });
const panel = () => screen.getByRole('tabpanel');

it('shows the panel of the chosen option, which the tab names and controls', async () => {
  render(<Choice />);
  expect(panel().textContent).toBe('To a bank');
  await userEvent.click(screen.getByRole('tab', { name: 'Wallet' }));
  expect(panel().textContent).toBe('To a wallet');
  expect(selected().textContent).toBe('Wallet');
  expect(panel().getAttribute('aria-labelledby')).toBe(selected().id);
  expect(selected().getAttribute('aria-controls')).toBe(panel().id);
});

it('moves by the arrow keys', async () => {
  render(<Choice />);
  await userEvent.tab();
  expect(document.activeElement).toBe(selected());
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(panel().textContent).toBe('To a wallet');
});
