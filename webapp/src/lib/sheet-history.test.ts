import { beforeEach, expect, test, vi } from 'vitest';
import { historySettled, keepSheetHistory, openLayer } from './sheet-history';

// Before the module listens, because it stops the events that it handles.
let arrived: () => void = () => undefined;
addEventListener('popstate', () => arrived(), { capture: true });
keepSheetHistory();

/** Events that reach the router. */
const heard = vi.fn();
addEventListener('popstate', heard);

const atSheet = () => history.state !== null && 'sheet' in history.state;

/** Goes back or forward, and waits until the page has settled. */
async function press(delta: number): Promise<void> {
  await new Promise<void>((resolve) => {
    arrived = resolve;
    history.go(delta);
  });
  await historySettled();
}

let place = 0;

beforeEach(() => {
  // A page for the sheets, and one before it.
  for (const name of ['below', 'page']) {
    place += 1;
    history.pushState({ __TSR_key: String(place) }, '', `/${name}`);
  }
  heard.mockClear();
});

test('Back goes to the topmost layer, and the page stays', async () => {
  const under = vi.fn(() => 'closes' as const);
  const endUnder = openLayer({ back: under });
  const top = vi.fn<() => 'closes' | 'stays'>(() => 'stays');
  const endTop = openLayer({ back: top });
  await press(-1);
  expect([top.mock.calls.length, atSheet()]).toEqual([1, true]);
  top.mockReturnValue('closes');
  await press(-1);
  endTop();
  expect([top.mock.calls.length, under.mock.calls.length, atSheet()]).toEqual([2, 0, true]);
  await press(-1);
  endUnder();
  await historySettled();
  expect([under.mock.calls.length, atSheet(), location.pathname]).toEqual([1, false, '/page']);
  expect(heard).not.toHaveBeenCalled();
  await press(-1);
  expect([location.pathname, heard.mock.calls.length]).toEqual(['/below', 1]);
});

test('a layer that closes by itself removes its entry, and Forward does not restore it', async () => {
  const back = vi.fn(() => 'closes' as const);
  const end = openLayer({ back });
  expect(atSheet()).toBe(true);
  end();
  await historySettled();
  expect([atSheet(), location.pathname]).toEqual([false, '/page']);
  await press(1);
  expect([atSheet(), location.pathname]).toEqual([false, '/page']);
  await press(-1);
  expect(location.pathname).toBe('/below');
  expect(back).not.toHaveBeenCalled();
});

test('a push from a layer replaces its entry, also while the layer is closing', async () => {
  const end = openLayer({ back: () => 'closes' });
  end();
  history.pushState({ __TSR_key: 'next' }, '', '/next');
  await historySettled();
  expect(location.pathname).toBe('/next');
  await press(-1);
  expect([location.pathname, atSheet()]).toEqual(['/page', false]);
});

test('a replacement applies to the page, not to the layer over it', async () => {
  const end = openLayer({ back: () => 'closes' });
  history.replaceState({ __TSR_key: 'other' }, '', '/other');
  await historySettled();
  expect([location.pathname, atSheet()]).toEqual(['/other', true]);
  end();
  await historySettled();
  expect([location.pathname, atSheet()]).toEqual(['/other', false]);
  await press(-1);
  expect(location.pathname).toBe('/below');
});

test('a layer that follows another one shares its entry', async () => {
  const end = openLayer({ back: () => 'closes' });
  end();
  const endNext = openLayer({ back: () => 'closes' });
  await historySettled();
  expect(atSheet()).toBe(true);
  await press(-1);
  endNext();
  await historySettled();
  await press(-1);
  expect(location.pathname).toBe('/below');
});
