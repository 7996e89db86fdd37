import { OctagonX } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { leaveOffer } from './leave-offer';
import type { Offered } from './subscription-card';

const actions = (cancel: boolean) => [
  { action: 'terminate' as const, allowed: !cancel, reason: null },
  { action: 'cancel' as const, allowed: cancel, reason: null },
];
const stop: Offered = { action: 'terminate', label: 'Terminate', icon: OctagonX, onPress: vi.fn() };

test('a plan that waits is cancelled, and one that runs is stopped', () => {
  const onCancel = vi.fn();
  const waits = leaveOffer({ actions: actions(true), is_creator: true }, stop, onCancel);
  expect(waits).toMatchObject({ action: 'cancel', label: 'Cancel plan', onPress: onCancel });
  expect(leaveOffer({ actions: actions(false), is_creator: true }, stop, onCancel)).toBe(stop);
});

test('a user who was added to a group by somebody else may decline to join', () => {
  const added = leaveOffer({ actions: actions(true), is_creator: false }, stop, vi.fn());
  expect(added).toMatchObject({ action: 'cancel', label: 'Do not join' });
});
