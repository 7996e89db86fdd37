/**
 * The form that the sign-in page has in it before the app renders its own (`scripts/prerender.mjs`). It is shown while the
 * page has `data-first`, which `src/start.ts` sets.
 */

/**
 * Shows the app's own form in its place, with what was typed, and the field or button that has the focus; then presses
 * what was pressed. A finger that is down is waited for. To be called once the app's form is in the document, before it is painted.
 */
export function takeOverFirstForm(): void {
  const first = document.getElementById('first');
  const root = document.getElementById('root');
  if (!first || !root || document.documentElement.dataset.first === undefined) return;
  if (document.documentElement.dataset.first === 'held') {
    requestAnimationFrame(takeOverFirstForm);
    return;
  }
  delete document.documentElement.dataset.first;
  // The page is there already: it does not fade in again.
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) animation.finish();

  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const focused = document.activeElement;
  for (const typed of first.querySelectorAll('input')) {
    const own = root.querySelector<HTMLInputElement>(`input[name="${typed.name}"]`);
    if (!own) continue;
    if (typed.value !== '') {
      // As if it were typed there: the form checks and keeps it. React ignores what is set through the element itself.
      setValue?.call(own, typed.value);
      own.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (typed === focused) own.focus();
    else if (typed.value !== '') own.dispatchEvent(new Event('focusout', { bubbles: true }));
  }
  const pressed = first.querySelector<HTMLButtonElement>('button[aria-busy="true"]');
  first.remove();
  const own = pressed && buttonLike(pressed, root);
  // Once the effects of the app's first render have run.
  if (own) setTimeout(() => own.click());
}

/** Gives way to whatever the app shows, such as an error. */
export function removeFirstForm(): void {
  delete document.documentElement.dataset.first;
  document.getElementById('first')?.remove();
}

const nameOf = (button: HTMLButtonElement): string | null =>
  button.getAttribute('aria-label') ?? button.textContent;

function buttonLike(button: HTMLButtonElement, root: HTMLElement): HTMLButtonElement | undefined {
  return [...root.querySelectorAll('button')].find((own) => nameOf(own) === nameOf(button));
}
