import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SelectField, TextField } from './field';

const described = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

it('names its control, and describes it by its hint and error', () => {
  render(<TextField label="Phone" hint="Eleven digits" error="Too short." />);
  const field = screen.getByLabelText('Phone');
  expect(described(field)).toEqual(['Eleven digits', 'Too short.']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('describes nothing without a hint or error', () => {
  render(<SelectField label="Bank" placeholder="Please choose" options={[{ value: '1', label: 'One' }]} />);
  const field = screen.getByLabelText('Bank');
  expect(field.hasAttribute('aria-describedby')).toBe(false);
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Please choose',
    'One',
  ]);
});
