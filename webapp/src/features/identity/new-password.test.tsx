import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import { checkResetCode } from './api';
import { NewPassword } from './new-password';

vi.mock('./estimator', () => ({
  startEstimator: () => undefined,
  estimated: () => new Promise(() => undefined),
}));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the brand', 'Esusu2024!'],
  ['the name of the account that the code belongs to', 'AdaObi2024!'],
  ['the address', 'Salewa2024!'],
])('refuses a password made of %s, as the server does', async (_, password) => {
  const data = { valid: true, name: 'Ada Obi' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
  await checkResetCode('salewa@example.ng', '012345');
  await renderScreen(<NewPassword email="salewa@example.ng" action="Save" onSet={() => undefined} />, {
    name: 'Esusu',
  });
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.tab();
  expect(said('New password')).toBe('This is too easy to guess.');
});
