import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { evaluate } from '@/engine';
import { applyBrand, setTheme } from './theme';

const root = document.documentElement;
const { page } = evaluate('branding.theme', { colours: {} });

/** The declarations of a block of the tokens. */
function declared(selector: string): Record<string, string> {
  const sheet = readFileSync('src/styles/tokens.css', 'utf8');
  const start = sheet.indexOf(`${selector} {`);
  const block = sheet.slice(start, sheet.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

describe('the colours of the page', () => {
  afterEach(() => {
    root.removeAttribute('style');
    root.removeAttribute('data-theme');
  });

  it.each([
    ['light', ':root'],
    ['dark', ':root[data-theme="dark"]'],
  ] as const)('are those of the default brand before the brand is known, %s', (theme, selector) => {
    const tokens = { ...declared(':root'), ...declared(selector) };
    const fixed = Object.entries(page?.[theme] ?? {}).filter(([name]) => tokens[name]?.startsWith('#'));
    expect(fixed.length).toBeGreaterThan(9);
    for (const [name, colour] of fixed) expect(tokens[name], name).toBe(colour);
  });

  it('are the brand’s, and change with the theme', () => {
    const colours = { accent: '#7a1f5c' };
    const brand = evaluate('branding.theme', { colours }).page;
    applyBrand(colours);
    const painted = () => Object.keys(brand?.light ?? {}).map((name) => root.style.getPropertyValue(name));
    expect(painted()).toEqual(Object.values(brand?.light ?? {}));
    setTheme('dark');
    expect(painted()).toEqual(Object.values(brand?.dark ?? {}));
    setTheme('light');
    expect(painted()).toEqual(Object.values(brand?.light ?? {}));
  });
});
