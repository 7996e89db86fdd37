import { afterEach, describe, expect, it, vi } from 'vitest';
import { restoreView } from '@/ui/theme';

const page = document.documentElement;

const RULES = 'data-entry="/entry.wasm" data-rules="/rules.wasm"';
const APP = 'data-app="/src/testing/started.ts"';
const INSIDE = 'data-inside="dashboard vas" data-shell="/inside.js /home.js"';

/** Runs the script in the sign-in page, or in another one, on a device with the given storage. */
async function start(stored: Record<string, string>, prefersDark = false, more = ''): Promise<void> {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }));
  document.head.innerHTML = `<script ${RULES} ${APP} ${more}></script>`;
  vi.resetModules();
  await import('./start');
}

const view = () => [page.dataset.theme, page.dir];

describe('the script before the app', () => {
  afterEach(async () => {
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'hasStarted');
    for (const name of ['data-first', 'data-theme', 'dir', 'style']) page.removeAttribute(name);
    document.body.innerHTML = '';
    history.replaceState(null, '', '/');
    localStorage.clear();
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

  describe('the frame of the pages inside', () => {
    const member = {
      uuid: 'u',
      'app config': JSON.stringify({ name: 'Murk', logo: '/murk.svg' }),
      'brand colours': JSON.stringify({ light: { '--brand-accent': '#123456' }, dark: {} }),
    };

    it.each([
      ['/dashboard', 'home'],
      ['/vas/airtime', 'page'],
    ])('is shown in the brand’s colours, name and logo: %s', async (path, first) => {
      history.replaceState(null, '', path);
      document.body.innerHTML = '<div id="first"><img data-logo><span data-name></span></div>';
      await start(member, false, INSIDE);
      expect(page.dataset.first).toBe(first);
      expect(page.style.getPropertyValue('--brand-accent')).toBe('#123456');
      await vi.waitFor(() => expect(document.body.textContent).toBe('Murk'));
      expect(document.querySelector('img')?.getAttribute('src')).toBe('/murk.svg');
    });

    it.each([
      ['/dashboard', { ...member, 'brand colours': '{' }],
      ['/dashboard', {}],
      ['/splash', member],
    ])('is not shown without a known brand, to visitors, or on their pages: %s %j', async (path, stored) => {
      history.replaceState(null, '', path);
      await start(stored as Record<string, string>, false, INSIDE);
      expect(page.dataset.first).toBeUndefined();
      await vi.waitFor(() => expect(globalThis).toHaveProperty('hasStarted'));
    });
  });
});
