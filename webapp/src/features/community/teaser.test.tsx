import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import type { User } from '@/api/types';
import { renderScreen } from '@/testing/render';
import { ReferralTeaser } from './teaser';

afterEach(() => session.set({ state: 'signed-out' }));

it("leads to the bonus in the document's words", async () => {
  session.set({ state: 'signed-in', user: { restricted: false } as User });
  await renderScreen(<ReferralTeaser look="quiet" />);
  expect(screen.getByText('Earn extra N200')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Get N200' }).getAttribute('href')).toBe('/referral');
});

it('offers nothing to a restricted user, who cannot earn the bonus', async () => {
  session.set({ state: 'signed-in', user: { restricted: true } as User });
  const { container } = await renderScreen(<ReferralTeaser look="quiet" />);
  expect(container.textContent).toBe('');
});
