/**
 * Back closes sheets. While sheets are open, the browser's history has one extra entry: Back, or a phone's gesture,
 * leaves that entry, which is passed to the topmost sheet, and the page stays. Closing a sheet in another way removes
 * the entry; a navigation from a sheet replaces it.
 *
 * The router never sees any of this: the entry has the page's URL and key, and its events stop here.
 */
export interface Layer {
  /** Back was pressed. Returns whether the layer closes or stays (after going back a stage, or unchanged). */
  back: () => 'closes' | 'stays';
}

const MARK = 'sheet';
/** A browser that has lost the entry below fires no event; the app must not wait forever. */
const LOST_AFTER_MS = 1000;

// The browser's own functions, which do not notify the router.
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

/** Moves to the sheets' entry, or back to the page's, unseen by the router. Writes wait meanwhile. */
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

/** Resolves when the history matches the screen: navigation after a sheet may start then. */
export const historySettled = async (): Promise<void> => {
  // A sheet's effects run after its state has changed, and the entry is removed a task later.
  await new Promise((later) => setTimeout(later));
  while (way) await way.over;
};

/** Opens a sheet; returns the function that closes it. */
export function openLayer(layer: Layer): () => void {
  layers.push(layer);
  void settle();
  return () => {
    remove(layer);
    // In a later task: a navigation that closes the sheet replaces the entry, and then none needs removing.
    setTimeout(() => void settle());
  };
}

function remove(layer: Layer): void {
  const place = layers.indexOf(layer);
  if (place >= 0) layers.splice(place, 1);
}

/** One entry while there are layers, none otherwise. */
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

/** A navigation from a sheet replaces the sheets' entry. */
const push: Write = (...change) => {
  if (way) void way.over.then(() => push(...change));
  else if (isMarked(history.state)) replaceState(...change);
  else pushState(...change);
};

/** Replaces the page's entry, not the sheets' entry above it. */
const replace: Write = (...change) => {
  if (!way && isMarked(history.state)) go('page');
  if (way)
    void way.over.then(() => {
      replace(...change);
      void settle();
    });
  else replaceState(...change);
};

/** Must run before the router is created: it has to listen first, and the router must write through it. */
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
        // Forward, to a closed sheet.
        event.stopImmediatePropagation();
        if (layers.length === 0) go('page');
      } else {
        const top = layers.at(-1);
        // A jump over several entries leaves the page and its sheets.
        if (!top || keyOf(event.state) !== page) return;
        event.stopImmediatePropagation();
        if (top.back() === 'closes') remove(top);
        if (layers.length > 0) go('sheet');
      }
    },
    { capture: true },
  );
  // The page was reloaded while a sheet was open.
  if (isMarked(history.state)) go('page');
}
