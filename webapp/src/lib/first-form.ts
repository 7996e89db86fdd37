import { useEffect, useLayoutEffect, useState } from 'react';

// The form that the sign-in page has in it before the app renders its own (`scripts/prerender.mjs`). It is shown while the
// page has `data-first`, which `src/start.ts` sets.

type Control = HTMLInputElement | HTMLButtonElement | HTMLAnchorElement;

/** How far the page was scrolled when the app took over. */
let scrolled = 0;

/** For the app's own form: takes the first one over, as it stands. */
export function useFirstForm(): void {
  const [takeover] = useState<{ end?: (() => void) | undefined }>({});
  // Before anything is painted.
  useLayoutEffect(() => {
    takeover.end = takeOverFirstForm();
  }, [takeover]);
  // The form listens by now.
  useEffect(() => takeover.end?.(), [takeover]);
}

/**
 * Shows the app's own form in its place, with what was typed and with the focus. The returned function then tells the form
 * what was typed, and presses what was pressed.
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
  // The page is there already: it does not fade in again.
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) animation.cancel();

  const events: [Control, string][] = [];
  for (const typed of first.querySelectorAll('input')) {
    const own = twin(typed, root);
    if (!own || typed.value === '') continue;
    // React ignores what is set through the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(own, typed.value);
    events.push([own, 'input']);
    // A field that was left is judged.
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

/** Shows what the app shows, such as an error. What was typed stays for a form that is rendered later. */
export function hideFirstForm(): void {
  delete document.documentElement.dataset.first;
}

/** The app has a page: nothing is taken over any more. The router has scrolled to the page's beginning. */
export function endFirstForm(): void {
  hideFirstForm();
  document.getElementById('first')?.remove();
  if (scrolled > 0) scrollTo(0, scrolled);
  scrolled = 0;
}

/** The same field, button or link in the app's form: they are called the same. */
function twin(control: Control, root: HTMLElement): Control | undefined {
  const all = [...root.querySelectorAll<Control>(control.tagName)];
  return all.find((own) => nameOf(own) === nameOf(control));
}

const nameOf = (control: Control): string | null =>
  control.getAttribute('name') ?? control.getAttribute('aria-label') ?? control.textContent;

/** The caret and what is selected; an email field does not tell. */
function select(own: Control, typed: Control): void {
  if (!(own instanceof HTMLInputElement && typed instanceof HTMLInputElement)) return;
  if (typed.selectionStart !== null) own.setSelectionRange(typed.selectionStart, typed.selectionEnd);
}
