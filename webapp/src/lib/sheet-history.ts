/**
 * Back closes what lies over the page. While sheets are open the browser's history has one entry more than the page's
 * own: leaving it by Back, or by a phone's gesture, is asked of the topmost sheet, and the page stays. Sheets that are
 * closed in another way take the entry back; whatever is navigated to from a sheet takes the entry's place.
 *
 * The router never sees any of this: the entry has the page's address and key, and its events end here.
 */
export interface Layer {
  /** Back was pressed. Answers whether the layer goes away, or stays, a step back or where it was. */
  back: () => 'closes' | 'stays';
}

const MARK = 'sheet';
/** A browser that has lost the entry below answers nothing; the app must not wait for it for ever. */
const LOST_AFTER_MS = 1000;

// The browser's own, which tell the router nothing.
const pushState = History.prototype.pushState.bind(history);
const replaceState = History.prototype.replaceState.bind(history);

const layers: Layer[] = [];

const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state;
const keyOf = (state: unknown): unknown => (state as { __TSR_key?: unknown } | null)?.__TSR_key;

/** The page under the sheets. */
let page: unknown;

interface Way {
  toSheet: boolean;
  end: () => void;
  over: Promise<void>;
}
let way: Way | null = null;

/** Goes to the sheets' entry, or from it to the page's, unseen by the router. What is written meanwhile waits. */
function go(to: 'sheet' | 'page'): void {
  let lost: ReturnType<typeof setTimeout>;
  let resolve: () => void;
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const end = () => {
    clearTimeout(lost);
    way = null;
    resolve();
  };
  lost = setTimeout(end, LOST_AFTER_MS);
  way = { toSheet: to === 'sheet', end, over };
  history.go(to === 'sheet' ? 1 : -1);
}

/** When the history is as the screen shows it: what follows a sheet may navigate from then on. */
export const historySettled = async (): Promise<void> => {
  // A sheet's effects run after its state has changed, and the entry goes a task later.
  await new Promise((later) => setTimeout(later));
  while (way) await way.over;
};

/** A sheet opens; answers what ends it. */
export function openLayer(layer: Layer): () => void {
  layers.push(layer);
  void settle();
  return () => {
    remove(layer);
    // In a later task: a navigation that closes the sheet takes the entry's place, and then there is none to take back.
    setTimeout(() => void settle());
  };
}

function remove(layer: Layer): void {
  const place = layers.indexOf(layer);
  if (place >= 0) layers.splice(place, 1);
}

/** One entry while there are layers, none without. */
async function settle(): Promise<void> {
  while (way) await way.over;
  const marked = isMarked(history.state);
  if (layers.length > 0 && !marked) {
    page = keyOf(history.state);
    pushState({ ...history.state, [MARK]: true }, '');
  }
  if (layers.length === 0 && marked) go('page');
}

type Write = typeof pushState;

/** Where one goes from a sheet takes the place of the sheets' entry. */
const push: Write = (...change) => {
  if (way) void way.over.then(() => push(...change));
  else if (isMarked(history.state)) replaceState(...change);
  else pushState(...change);
};

/** What is replaced is the page, not the sheets' entry over it. */
const replace: Write = (...change) => {
  if (!way && isMarked(history.state)) go('page');
  if (way)
    void way.over.then(() => {
      replace(...change);
      void settle();
    });
  else replaceState(...change);
};

/** Must run before the router is made: it listens first, and is what the router writes the history with. */
export function keepSheetHistory(): void {
  history.pushState = push;
  history.replaceState = replace;
  addEventListener(
    'popstate',
    (event: PopStateEvent) => {
      const marked = isMarked(event.state);
      if (way?.toSheet === marked) {
        event.stopImmediatePropagation();
        way.end();
      } else if (marked) {
        // Forward, to a sheet that is closed.
        event.stopImmediatePropagation();
        if (layers.length === 0) go('page');
      } else {
        const top = layers.at(-1);
        // A leap over several entries leaves the page, sheets and all.
        if (!top || keyOf(event.state) !== page) return;
        event.stopImmediatePropagation();
        if (top.back() === 'closes') remove(top);
        if (layers.length > 0) go('sheet');
      }
    },
    { capture: true },
  );
  // The page was loaded anew where a sheet was open.
  if (isMarked(history.state)) go('page');
}
