import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import { Register } from './register';

vi.mock('@/features/identity/estimator', () => ({
  startEstimator: () => undefined,
  estimated: () => new Promise(() => undefined),
}));

it('refuses a password made of the brand, as the server does', async () => {
  await renderScreen(<Register />, { name: 'Esusu' });
  await userEvent.type(screen.getByLabelText('Name'), 'Kemi Ogun');
  await userEvent.type(screen.getByLabelText('Email'), 'kemi@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.type(await screen.findByLabelText('Password'), 'Esusu2024!');
  await userEvent.tab();
  expect(said('Password')).toBe('This is too easy to guess.');
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'Harbour4!Tide');
  expect(said('Password')).toBe('');
});
