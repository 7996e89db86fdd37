import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import type { User } from '@/api/types';
import { renderScreen } from '@/testing/render';
import { ReferralTeaser } from './teaser';

afterEach(() => {
  vi.unstubAllGlobals();
  session.set({ state: 'signed-out' });
});

const referral = (bonus: string, least_payment: string) => ({ bonus, least_payment, currency: 'NGN' });

it.each([
  [referral('200.00', '1000.00'), 'N200', 'N1,000'],
  [referral('350.50', '2500.00'), 'N350.50', 'N2,500'],
])("names the server's bonus and least payment: %j", async (data, bonus, least) => {
  session.set({ state: 'signed-in', user: { restricted: false } as User });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
  await renderScreen(<ReferralTeaser look="quiet" />);
  expect(await screen.findByText(`Earn extra ${bonus}`, {}, { timeout: 4000 })).toBeTruthy();
  expect(screen.getByText(`Get ${bonus}`)).toBeTruthy();
  expect(screen.getByText(/first payment of/).textContent).toContain(`${least} or more`);
});

it('offers nothing to whoever cannot earn it', async () => {
  const fetch = vi.fn();
  session.set({ state: 'signed-in', user: { restricted: true } as User });
  vi.stubGlobal('fetch', fetch);
  const { container } = await renderScreen(<ReferralTeaser look="quiet" />);
  expect(container.textContent).toBe('');
  expect(fetch).not.toHaveBeenCalled();
});
