import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { User } from '@/api/types';
import { renderScreen, said } from '@/testing/render';
import { PasswordSheet } from './password-sheet';

vi.mock('./estimator', () => ({
  startEstimator: () => undefined,
  estimated: () => new Promise(() => undefined),
}));

const ADA = { name: 'Ada Obi', email: 'salewa@example.ng', has_password: true } as User;
const nothing = () => undefined;

it.each([
  ['the brand', 'Esusu2024!'],
  ['the name', 'AdaObi2024!'],
  ['the address', 'Salewa2024!'],
])('refuses a new password made of %s, as the server does', async (_, password) => {
  await renderScreen(<PasswordSheet user={ADA} open onClose={nothing} onSet={nothing} />, { name: 'Esusu' });
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.tab();
  expect(said('New password')).toBe('This is too easy to guess.');
});

it('accepts a new password only once it is strong enough', async () => {
  await renderScreen(<PasswordSheet user={ADA} open onClose={nothing} onSet={nothing} />);
  const change = screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
  await userEvent.type(screen.getByLabelText('New password'), 'abc');
  expect(change.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('New password'), 'D!456');
  expect(change.disabled).toBe(false);
});
