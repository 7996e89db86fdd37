import type { Locator } from 'playwright-core';

/** Text to type into a field, which is found by its label. */
export interface Entry {
  label: string;
  value: string | boolean;
}

/** A field's value after typing, and the text below it. */
export interface Shown {
  value: string | boolean;
  message: string;
}

/**
 * Types into the fields of a form in order, leaves each, and reads the screen's messages. `null` for a hidden field. A
 * field's value may differ from the typed text: it may take one line, or a limited length.
 */
export function type(form: Locator, entries: readonly Entry[]): Promise<(Shown | null)[]> {
  return form.evaluate(typeInPage, entries);
}

/** The screen's current values and messages. */
export function read(form: Locator, labels: readonly string[]): Promise<(Shown | null)[]> {
  return form.evaluate(
    typeInPage,
    labels.map((label) => ({ label })),
  );
}

/** Runs in the page: one call for a whole form, where Playwright would need dozens. */
async function typeInPage(
  root: Element,
  entries: readonly { label: string; value?: string | boolean }[],
): Promise<(Shown | null)[]> {
  type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const settled = async () => {
    // React renders in a separate task, after the promises of the form's checks.
    for (let tasks = 0; tasks < 3; tasks += 1) await new Promise((done) => setTimeout(done));
  };
  const control = (label: string): Control | null => {
    const found = [...root.querySelectorAll('label')].find((one) => one.textContent?.trim() === label);
    return (found?.control ?? found?.querySelector('input') ?? null) as Control | null;
  };
  const set = (field: Control, value: string | boolean) => {
    if (field instanceof HTMLSelectElement) {
      const option = [...field.options].find((one) => one.value === value) ?? field.options[0];
      if (!option || field.value === option.value) return;
      option.selected = true;
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
    } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (field.checked !== value) field.click();
    } else if (!field.readOnly) {
      field.focus();
      field.select();
      // As a keyboard does: the field truncates the text, and the events are those of an edit.
      if (value === '') document.execCommand('delete');
      else document.execCommand('insertText', false, String(value));
    }
  };
  const message = (field: Control): string => {
    if (field.getAttribute('aria-invalid') !== 'true') return '';
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
    const texts = ids.map((id) => document.getElementById(id)).filter((one) => one?.ariaLive || one?.role);
    return texts.map((one) => one?.textContent ?? '').join('\n');
  };

  const typed = entries.some(({ value }) => value !== undefined);
  for (const { label, value } of entries) {
    const field = control(label);
    if (field && value !== undefined) {
      set(field, value);
      // A field may add another, such as the states of a country.
      if (field instanceof HTMLSelectElement) await settled();
    }
  }
  if (typed) {
    // Fields are validated on leaving them, and others they are compared with may have changed since.
    for (const { label } of entries) {
      const field = control(label);
      field?.focus();
      field?.blur();
    }
    await settled();
  }
  return entries.map(({ label }) => {
    const field = control(label);
    if (!field) return null;
    const isBox = field instanceof HTMLInputElement && field.type === 'checkbox';
    return { value: isBox ? field.checked : field.value, message: message(field) };
  });
}
