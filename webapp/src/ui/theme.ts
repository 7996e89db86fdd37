import { evaluate, type RuleOutput } from '@/engine/entry';
import { readStored, store } from '@/lib/storage';
import { Watched } from '@/lib/watched';

export type Theme = 'light' | 'dark';
export type ViewMode = 'ltr' | 'rtl';

const stored = (): Theme =>
  readStored('theme') === 'dark' ||
  (readStored('theme') === null && matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light';

export const theme = new Watched<Theme>('light');
export const viewMode = new Watched<ViewMode>('ltr');

export function setTheme(next: Theme): void {
  store('theme', next);
  atOnce(() => {
    document.documentElement.dataset.theme = next;
    theme.set(next);
  });
}

export function setViewMode(next: ViewMode): void {
  viewMode.set(next);
  store('view-mode', next);
  document.documentElement.dir = next;
}

/** Restores the theme chosen on this device. */
export function restoreView(): void {
  const dark = stored() === 'dark';
  theme.set(dark ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme.get();
  const rtl = readStored('view-mode') === 'rtl';
  viewMode.set(rtl ? 'rtl' : 'ltr');
  document.documentElement.dir = viewMode.get();
}

let brand: RuleOutput<'branding.theme'> | undefined;

/** Applies a brand's colours to the page; the rules repair pairs with too little contrast. The server's style sheet does the same. */
export function applyBrand(colours: Record<string, string>): void {
  brand = evaluate('branding.theme', { colours });
  // For `src/start.ts`, which paints the next page before the rules have loaded.
  if (brand.page) store('brand colours', JSON.stringify(brand.page));
  atOnce(paint);
}

/** Changes colours without transitions: otherwise old text would still be on the new background. */
function atOnce(change: () => void): void {
  const root = document.documentElement;
  root.toggleAttribute('data-repainting', true);
  change();
  // Layout computes all styles, so that no transition begins after the attribute is gone.
  root.getBoundingClientRect();
  root.toggleAttribute('data-repainting', false);
}

function paint(): void {
  const properties = brand?.page?.[theme.get()];
  if (!properties) return;
  const { style } = document.documentElement;
  for (const [property, value] of Object.entries(properties)) style.setProperty(property, value);
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = properties['--brand-secondary-background'] ?? '';
}

theme.subscribe(paint);
