import { useEffect, useLayoutEffect, useState } from 'react';

// The prerendered part of a page (`scripts/prerender.mjs`): the form of the sign-in page, or the frame of the pages
// inside. It is shown while the page has `data-first`, which `src/start.ts` sets.

type Control = HTMLInputElement | HTMLButtonElement | HTMLAnchorElement;

/** The scroll position at the takeover. */
let scrolled = 0;

/** For the app's own form: takes over the state of the first one. */
export const useFirstForm = useTakeover;

/** For the app's own header and footer: take the place of the first ones, and a press of theirs. */
export const useFirstFrame = useTakeover;

function useTakeover(): void {
  const [takeover] = useState<{ end?: (() => void) | undefined }>({});
  // Before the first paint.
  useLayoutEffect(() => {
    takeover.end = takeOverFirstForm();
  }, [takeover]);
  // By now the form listens.
  useEffect(() => takeover.end?.(), [takeover]);
}

/**
 * Shows the app's own form in its place, with the typed values and the focus. The returned function then dispatches the
 * events of typing and repeats a press.
 */
export function takeOverFirstForm(): (() => void) | undefined {
  const first = document.getElementById('first');
  const root = document.getElementById('root');
  if (!first || !root) return undefined;
  // A finger that is down was about to press.
  const pressed = first.querySelector<Control>('[aria-busy="true"], :is(a, button):active');
  const focused = document.activeElement;
  scrolled = scrollY;
  delete document.documentElement.dataset.first;
  // The page is already visible: it does not fade in again.
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) animation.cancel();

  const events: [Control, string][] = [];
  for (const typed of first.querySelectorAll('input')) {
    const own = twin(typed, root);
    if (!own || typed.value === '') continue;
    // React ignores what is set through the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(own, typed.value);
    events.push([own, 'input']);
    // A field that was left is validated.
    if (typed !== focused) events.push([own, 'focusout']);
  }
  const own = focused && first.contains(focused) && twin(focused as Control, root);
  if (own) {
    own.focus({ preventScroll: true });
    select(own, focused as Control);
  }
  first.remove();
  return () => {
    for (const [field, type] of events) field.dispatchEvent(new Event(type, { bubbles: true }));
    if (pressed) twin(pressed, root)?.click();
  };
}

/** Shows the app's content, such as an error. Typed values stay for a form that is rendered later. */
export function hideFirstForm(): void {
  delete document.documentElement.dataset.first;
}

/** Ends the takeover once the app has a page. The router has scrolled to the page's start. */
export function endFirstForm(): void {
  hideFirstForm();
  document.getElementById('first')?.remove();
  if (scrolled > 0) scrollTo(0, scrolled);
  scrolled = 0;
}

/** The field, button or link in the app's form with the same name. */
function twin(control: Control, root: HTMLElement): Control | undefined {
  const all = [...root.querySelectorAll<Control>(control.tagName)];
  return all.find((own) => nameOf(own) === nameOf(control));
}

const nameOf = (control: Control): string | null =>
  control.getAttribute('name') ?? control.getAttribute('aria-label') ?? control.textContent;

/** Copies the caret and the selection, which an email field does not expose. */
function select(own: Control, typed: Control): void {
  if (!(own instanceof HTMLInputElement && typed instanceof HTMLInputElement)) return;
  if (typed.selectionStart !== null) own.setSelectionRange(typed.selectionStart, typed.selectionEnd);
}
