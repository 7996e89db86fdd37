import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient, renderScreen } from '@/testing/render';
import { AddressVerificationSheet } from './address-verification-sheet';
import { pinStatusQuery } from './pin';

const PATIENT = { timeout: 4000 };

afterEach(() => vi.unstubAllGlobals());

it('sets a missing PIN in its own sheet, and then goes on', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { NGN: 'absent' } })));
  await renderScreen(<AddressVerificationSheet open onClose={() => undefined} />);
  expect(await screen.findByText('Save PIN', {}, PATIENT)).toBeTruthy();
  expect(screen.queryByRole('link')).toBe(null);
  act(() => void queryClient.setQueryData(pinStatusQuery.queryKey, { NGN: 'pin_set' }));
  expect(await screen.findByText('Proceed', {}, PATIENT)).toBeTruthy();
});
