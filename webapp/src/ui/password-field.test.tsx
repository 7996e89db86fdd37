import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { said } from '@/testing/render';
import { PasswordField } from './password-field';

const field = () => screen.getByLabelText<HTMLInputElement>('Password');

it('hides the typed text until it is shown on request, and hides it again', async () => {
  render(<PasswordField label="Password" />);
  await userEvent.type(field(), 'Tide4!Harbour');
  expect(field().type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show what is typed', pressed: false }));
  expect([field().type, field().value]).toEqual(['text', 'Tide4!Harbour']);
  await userEvent.click(screen.getByRole('button', { name: 'Hide what is typed', pressed: true }));
  expect([field().type, field().value]).toEqual(['password', 'Tide4!Harbour']);
});

it('accepts pasted text', async () => {
  render(<PasswordField label="Password" />);
  await userEvent.click(field());
  await userEvent.paste('from a manager');
  expect(field().value).toBe('from a manager');
});

it('names the kind of password for password managers, and disables corrections by keyboards', () => {
  const { rerender } = render(<PasswordField label="Password" />);
  expect(field().autocomplete).toBe('current-password');
  expect(['autocapitalize', 'spellcheck'].map((name) => field().getAttribute(name))).toEqual([
    'none',
    'false',
  ]);
  rerender(<PasswordField label="Password" autoComplete="new-password" />);
  expect(field().autocomplete).toBe('new-password');
});

it('has its error, also while it is shown', async () => {
  render(<PasswordField label="Password" error="not correct" />);
  await userEvent.click(screen.getByRole('button', { name: 'Show what is typed' }));
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(said('Password')).toContain('not correct');
});
