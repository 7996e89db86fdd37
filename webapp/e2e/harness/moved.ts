import type { BrowserContext, Page } from 'playwright-core';

/** A layout shift without user input, from the browser's performance entries (Cumulative Layout Shift). */
interface Shift {
  path: string;
  /** Milliseconds since the page was loaded. */
  at: number;
  score: number;
  what: string;
}

/** Pages on which the user waits for a result: its arrival may shift them. */
const AWAITED = ['/loan-subscribe-success', '/subscribe-success', '/order-placed'];
/** Largest allowed score of a page's worst session. The usual threshold for "good" is 0.1. */
const MOST = 0.02;
/** Tolerance before and after the arrival of the typeface. */
const SWAP_MS = 500;
/** A session of shifts ends after a second without any, or after five seconds. */
const GAP_MS = 1_000;
const SESSION_MS = 5_000;

/** Runs in every page. */
function observe(): void {
  if (!location.protocol.startsWith('http') || self.origin === 'null' || window !== top) return;
  interface LayoutShift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const reporter = window as unknown as {
    __moved?: (shift: Shift) => void;
    __swapped?: (at: number) => void;
  };
  // Users who have pressed or typed expect a response. A journey fills fields without key events.
  let touched = '';
  for (const type of ['pointerdown', 'keydown', 'input', 'change'])
    addEventListener(type, () => (touched = location.pathname), { capture: true, passive: true });
  // The page adapts to phones' fonts, none of which is installed here, so the typeface causes shifts that it would not
  // cause there.
  document.fonts.addEventListener('loadingdone', () => reporter.__swapped?.(performance.now()));
  // A page that replaces another one.
  let changedAt = Number.NEGATIVE_INFINITY;
  const { navigation } = window as unknown as { navigation: EventTarget };
  navigation.addEventListener('currententrychange', () => (changedAt = performance.now()));
  const CHANGE_MS = 300;
  const elementOf = (node: Node | null) => (node instanceof Element ? node : node?.parentElement);
  const describe = (shift: LayoutShift): string =>
    shift.sources
      .slice(0, 3)
      .map(({ node, previousRect: from, currentRect: to }) => {
        const element = elementOf(node);
        const words = (node?.textContent ?? '').trim().slice(0, 30);
        return `${element?.tagName ?? '?'} "${words}" ${Math.round(from.x)},${Math.round(from.y)} → ${Math.round(to.x)},${Math.round(to.y)}`;
      })
      .join('; ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      // Shifts caused by measuring, and growth of toasts and sheets away from the screen's edge.
      const { measured = 0 } = document.documentElement.dataset;
      if (touched === location.pathname || entry.startTime < Number(measured)) continue;
      if (Math.abs(entry.startTime - changedAt) < CHANGE_MS) continue;
      if (entry.sources.some(({ node }) => elementOf(node)?.closest('.toasts, [data-sheet]'))) continue;
      const shift = {
        path: location.pathname,
        at: entry.startTime,
        score: entry.value,
        what: describe(entry),
      };
      // Report the typeface's arrival first, or neither: the page may be left in between.
      void document.fonts.ready.then(() => reporter.__moved?.(shift));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Records layout shifts on the pages of a context. Returns those above the limit, described in words. */
export async function watchMoves(context: BrowserContext): Promise<() => string[]> {
  const shifts = new Map<Page, Shift[]>();
  const swaps = new Map<Page, number[]>();
  await context.exposeBinding('__moved', ({ page }, shift: Shift) => {
    shifts.set(page, [...(shifts.get(page) ?? []), shift]);
  });
  await context.exposeBinding('__swapped', ({ page }, at: number) => {
    swaps.set(page, [...(swaps.get(page) ?? []), at]);
  });
  await context.addInitScript(observe);
  // A tester's tool that shows recent events.
  const isMeant = ({ path }: Shift) => !AWAITED.includes(path) && !path.startsWith('/sandbox');
  // Compared at the end: a busy browser reports a shift before the font load that caused it.
  const isSwap = (page: Page, { at }: Shift) =>
    (swaps.get(page) ?? []).some((swap) => Math.abs(swap - at) < SWAP_MS);
  return () =>
    [...shifts].flatMap(([page, all]) =>
      worst(all.filter((shift) => isMeant(shift) && !isSwap(page, shift))),
    );
}

/** The sessions of shifts whose total is above the limit. */
function worst(shifts: Shift[]): string[] {
  const sessions: Shift[][] = [];
  for (const shift of shifts) {
    const session = sessions.at(-1);
    const [first, last] = [session?.[0], session?.at(-1)];
    const goesOn =
      first &&
      last &&
      last.path === shift.path &&
      shift.at >= last.at &&
      shift.at - last.at < GAP_MS &&
      shift.at - first.at < SESSION_MS;
    if (session && goesOn) session.push(shift);
    else sessions.push([shift]);
  }
  return sessions.flatMap((session) => {
    const score = session.reduce((sum, one) => sum + one.score, 0);
    const what = session.map((one) => one.what).join(' | ');
    return score > MOST ? [`moved: ${session[0]?.path} by ${score.toFixed(3)}: ${what}`] : [];
  });
}
