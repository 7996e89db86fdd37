import { evaluate, type RuleOutput } from '@/engine';
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
  theme.set(next);
  store('theme', next);
  document.documentElement.dataset.theme = next;
}

export function setViewMode(next: ViewMode): void {
  viewMode.set(next);
  store('view-mode', next);
  document.documentElement.dir = next;
}

/** Restores what the person chose on this device. */
export function restoreView(): void {
  const dark = stored() === 'dark';
  theme.set(dark ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme.get();
  const rtl = readStored('view-mode') === 'rtl';
  viewMode.set(rtl ? 'rtl' : 'ltr');
  document.documentElement.dir = viewMode.get();
}

let brand: RuleOutput<'branding.theme'> | undefined;

/** Puts a brand's colours on the page; the rules repair pairs that could not be read. */
export function applyBrand(colours: Record<string, string>): void {
  brand = evaluate('branding.theme', { colours });
  paint();
}

function paint(): void {
  const properties = theme.get() === 'dark' ? brand?.dark : brand?.css;
  for (const [property, value] of Object.entries(properties ?? {})) {
    document.documentElement.style.setProperty(property, value);
  }
}

theme.subscribe(paint);
