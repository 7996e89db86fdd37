import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render';
import { RenewSheet } from './renew-sheet';

it('continues once the required steps are done', async () => {
  const close = () => undefined;
  const { unmount } = await renderScreen(<RenewSheet open before={<p>First a PIN</p>} onClose={close} />);
  expect(screen.getByText('First a PIN')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Proceed' })).toBe(null);
  unmount();
  await renderScreen(<RenewSheet open before={undefined} onClose={close} />);
  expect(screen.getByRole('button', { name: 'Proceed' })).toBeTruthy();
});
