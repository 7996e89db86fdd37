import { expect, test } from 'vitest';
import type { Cluster } from './clusters';
import { type Event, FIRST, type Stage, transition } from './join-flow';

const cluster = { uuid: 'u', code: 'IKEJA01', name: 'Ikeja Traders' } as Cluster;
const found: Event = { type: 'found', cluster, message: 'Kindly confirm cluster Ikeja Traders.' };
const joined: Event = {
  type: 'joined',
  cluster,
  message: 'You have joined Ikeja Traders cluster. Kindly reload.',
};
const after = (...events: Event[]): Stage => events.reduce(transition, FIRST);
const searched: Event = { type: 'searched' };
const lagos: Event = { type: 'chose_state', state: 'Lagos' };
const back: Event = { type: 'back' };

test('a code leads to the cluster, and confirming it completes', () => {
  expect(after(found)).toMatchObject({ name: 'preview_business', from: null });
  expect(after(found, joined)).toMatchObject({ name: 'completed', cluster });
});

test('a state leads to its clusters, and each of them to the same preview', () => {
  expect(after(searched)).toEqual({ name: 'select_cluster_state' });
  expect(after(searched, lagos)).toEqual({ name: 'select_cluster', state: 'Lagos' });
  expect(after(searched, lagos, found)).toMatchObject({ name: 'preview_business', from: 'Lagos' });
});

test('back leads to the previous stage, and never out of a completed flow', () => {
  expect(after(found, back)).toEqual(FIRST);
  expect(after(searched, lagos, found, back)).toEqual({ name: 'select_cluster', state: 'Lagos' });
  expect(after(searched, lagos, back)).toEqual({ name: 'select_cluster_state' });
  expect(after(searched, back)).toEqual(FIRST);
  expect(after(found, joined, back)).toMatchObject({ name: 'completed' });
});

test('a closed flow starts again', () => {
  expect(after(searched, lagos, found, joined, { type: 'closed' })).toEqual(FIRST);
});

test('an event that does not belong to the stage changes nothing', () => {
  expect(after(joined)).toEqual(FIRST);
  expect(after(lagos)).toEqual(FIRST);
  expect(after(searched, found)).toEqual({ name: 'select_cluster_state' });
  expect(after(found, joined, found)).toMatchObject({ name: 'completed' });
});
