import { afterEach, describe, expect, it, vi } from 'vitest';
import { restoreView } from '@/ui/theme';

const page = document.documentElement;

/** Runs the script in the sign-in page on a device with the given storage. */
async function start(stored: Record<string, string>, prefersDark = false): Promise<void> {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }));
  document.head.innerHTML =
    '<script data-entry="/entry.wasm" data-rules="/rules.wasm" data-app="/src/testing/started.ts"></script>';
  vi.resetModules();
  await import('./start');
}

const view = () => [page.dataset.theme, page.dir];

describe('the script before the app', () => {
  afterEach(async () => {
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'hasStarted');
    for (const name of ['data-first', 'data-theme', 'dir']) page.removeAttribute(name);
  });

  it.each([
    [{}, false],
    [{}, true],
    [{ theme: 'light' }, true],
    [{ theme: 'dark' }, false],
    [{ 'view-mode': 'rtl' }, false],
  ])(
    'shows the form in the theme and direction that the app will have: %j, dark %j',
    async (stored, dark) => {
      await start(stored, dark);
      expect(page.dataset.first).toBe('');
      const shown = view();
      restoreView();
      expect(shown).toEqual(view());
    },
  );

  it('starts the app once the whole page has been parsed', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    await start({ uuid: 'u' });
    await new Promise((done) => setTimeout(done));
    expect(globalThis).not.toHaveProperty('hasStarted');
    state.mockRestore();
    dispatchEvent(new Event('DOMContentLoaded'));
    await vi.waitFor(() => expect(globalThis).toHaveProperty('hasStarted'));
  });

  it('does not show the form to a signed-in user, and requests the rules inside', async () => {
    await start({ uuid: 'u' });
    expect(page.dataset.first).toBeUndefined();
    expect(document.head.querySelector('[href="/rules.wasm"]')).not.toBeNull();
  });
});
