import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import { CardStage } from './card-stage';

const LABEL = 'Amount (NGN)';
const TOO_LITTLE = 'The minimum amount is NGN 1.00.';

it('shows the amount charged to the card, or why there is none, while typing', async () => {
  await renderScreen(<CardStage currency="NGN" onPaid={() => undefined} />);
  const field = screen.getByLabelText(LABEL);
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('0.5');
  expect(said(LABEL)).toContain(TOO_LITTLE);
  expect(screen.queryByText('₦50.50')).toBe(null);
  // These may be the first digits of a greater amount.
  expect(field.getAttribute('aria-invalid')).toBe(null);
  fireEvent.blur(field);
  expect(await screen.findByText(TOO_LITTLE)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  type('500');
  expect(await screen.findByText('₦550.00')).toBeTruthy();
  expect(said(LABEL)).not.toContain(TOO_LITTLE);
});

it('shows the violation of an amount submitted before the field is left', async () => {
  await renderScreen(<CardStage currency="NGN" onPaid={() => undefined} />);
  const field = screen.getByLabelText(LABEL);
  fireEvent.change(field, { target: { value: '0.5' } });
  fireEvent.click(screen.getByText('Continue'));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(said(LABEL)).toContain(TOO_LITTLE);
});
