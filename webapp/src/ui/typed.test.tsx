import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useEngineForm } from '@/engine/use-engine-form';
import { TextField } from './field';
import { dashed, grouped, plainAmount } from './typed';

function Amount() {
  const form = useEngineForm('fund', { defaultValues: { amount: '' }, context: { currency: 'NGN' } });
  return (
    <>
      <TextField label="Amount" {...grouped(form.register('amount'), 'NGN')} />
      <output>{String(form.watch('amount'))}</output>
    </>
  );
}

function Offered() {
  const form = useEngineForm('fund', { defaultValues: { amount: '' }, context: { currency: 'NGN' } });
  return (
    <TextField
      label="Amount"
      error={form.errorOf('amount')}
      offer={form.offerOf('amount')}
      {...grouped(form.register('amount'), 'NGN')}
    />
  );
}

function Birth() {
  const form = useEngineForm('profile_about', {
    defaultValues: { dob: '' },
    context: { today: '2026-11-22' },
  });
  return <TextField label="Date" {...dashed(form.register('dob'))} />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');

it('groups an amount as it is typed, and passes the displayed text to the form', async () => {
  render(<Amount />);
  await userEvent.type(field(), '1234567.891');
  expect(field().value).toBe('1,234,567.89');
  expect(screen.getByRole('status').textContent).toBe('1,234,567.89');
  expect(plainAmount(field().value, 'NGN')).toBe('1234567.89');
});

it('deletes the digit before a separator', async () => {
  render(<Amount />);
  await userEvent.type(field(), '1234');
  await userEvent.type(field(), '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(field().value).toBe('234');
});

it('treats a comma as a separator of thousands, and awaits its digits', async () => {
  render(<Amount />);
  const shown: string[] = [];
  for (const key of '250,000') {
    await userEvent.type(field(), key);
    shown.push(field().value);
  }
  expect(shown).toEqual(['2', '25', '250', '250,', '250,0', '250,00', '250,000']);
  expect(plainAmount(field().value, 'NGN')).toBe('250000');
  await userEvent.type(field(), '{Backspace}');
  expect(field().value).toBe('25,000');
});

it('offers the amount with a point if a comma was typed for one', async () => {
  render(<Offered />);
  await userEvent.type(field(), '250,50');
  expect([field().value, plainAmount(field().value, 'NGN')]).toEqual(['250,50', '']);
  await userEvent.tab();
  await screen.findByText('A comma separates thousands. Did you mean 250.50?');
  await userEvent.click(screen.getByRole('button', { name: 'Use 250.50' }));
  await waitFor(() => expect(field().value).toBe('250.50'));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

it('leaves an ambiguous pasted text unchanged', async () => {
  render(<Amount />);
  await userEvent.click(field());
  await userEvent.paste('1000,50');
  expect(field().value).toBe('1000,50');
  await userEvent.clear(field());
  await userEvent.paste('₦1,000.50');
  expect(field().value).toBe('1,000.50');
});

it('yields no amount if part of the text would be ignored', () => {
  render(<Amount />);
  const long = '9'.repeat(10_000);
  fireEvent.change(field(), { target: { value: long } });
  expect(field().value).toBe(long);
  expect(plainAmount(long, 'NGN')).toBe('');
  expect(plainAmount('1500.505', 'NGN')).toBe('');
  expect(plainAmount('', 'NGN')).toBe('');
});

it('accepts a value filled in at once, as a browser does', () => {
  render(<Amount />);
  fireEvent.change(field(), { target: { value: '5000' } });
  expect(field().value).toBe('5,000');
});

it('inserts the hyphens of a date', async () => {
  render(<Birth />);
  await userEvent.type(field(), '14031994');
  expect(field().value).toBe('14-03-1994');
  await userEvent.type(field(), '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(field().value).toBe('14-03');
  await userEvent.clear(field());
  await userEvent.paste('14/03/1994');
  expect(field().value).toBe('14-03-1994');
});
