import { fireEvent, render, screen } from '@testing-library/react';
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

function Birth() {
  const form = useEngineForm('profile_about', {
    defaultValues: { dob: '' },
    context: { today: '2026-11-22' },
  });
  return <TextField label="Date" {...dashed(form.register('dob'))} />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');

it('groups an amount as it is typed, and the form gets what is shown', async () => {
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

it('leaves what was pasted and could mean another amount as it is', async () => {
  render(<Amount />);
  await userEvent.click(field());
  await userEvent.paste('1000,50');
  expect(field().value).toBe('1000,50');
  await userEvent.clear(field());
  await userEvent.paste('₦1,000.50');
  expect(field().value).toBe('1,000.50');
});

it('means no amount where something of the text would be left out', () => {
  render(<Amount />);
  const long = '9'.repeat(10_000);
  fireEvent.change(field(), { target: { value: long } });
  expect(field().value).toBe(long);
  expect(plainAmount(long, 'NGN')).toBe('');
  expect(plainAmount('1500.505', 'NGN')).toBe('');
  expect(plainAmount('', 'NGN')).toBe('');
});

it('takes what is filled in at once, as a browser does', () => {
  render(<Amount />);
  fireEvent.change(field(), { target: { value: '5000' } });
  expect(field().value).toBe('5,000');
});

it('puts the hyphens into a date', async () => {
  render(<Birth />);
  await userEvent.type(field(), '14031994');
  expect(field().value).toBe('14-03-1994');
  await userEvent.type(field(), '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(field().value).toBe('14-03');
  await userEvent.clear(field());
  await userEvent.paste('14/03/1994');
  expect(field().value).toBe('14-03-1994');
});
