import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '@/testing/render';
import type { Subscription } from '../types';
import { Reached } from './reached';

const ended = (id: string, name: string, how = 'completed', reached = true) =>
  ({
    id,
    name,
    goal: 'rent',
    is_group: false,
    pot_currency: 'NGN',
    progress: { reached },
    ended: { how, on: '2020-02-05', returned: '60000.00', penalty: null },
  }) as unknown as Subscription;

beforeEach(() => localStorage.clear());

it('the end of savings is celebrated once', async () => {
  const savings = [ended('s2', 'Rent'), ended('s1', 'School fees')];
  const { unmount } = await renderScreen(<Reached savings={savings} />);
  expect(screen.getByRole('status').textContent).toBe(
    'You did it: Rent₦60,000.00 came back to your wallet on 5 Feb 2020.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('status')).toBeNull();
  unmount();
  await renderScreen(<Reached savings={savings} />);
  expect(screen.queryByRole('status')).toBeNull();
});

it('an end below the goal is told as it is', async () => {
  await renderScreen(<Reached savings={[ended('s1', 'Rent', 'completed', false)]} />);
  expect(screen.getByRole('status').textContent).toContain('It has ended: Rent');
});

it('savings that were stopped are not', async () => {
  await renderScreen(<Reached savings={[ended('s1', 'Rent', 'stopped')]} />);
  expect(screen.queryByRole('status')).toBeNull();
});
