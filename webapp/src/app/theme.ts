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

/** Applies a brand's colours to the page; the rules repair pairs with too little contrast. */
export function applyBrand(colours: Record<string, string>): void {
  brand = evaluate('branding.theme', { colours });
  paint();
}

const STATUSES = ['--positive', '--warning', '--negative'];
const TEXTS = ['--brand-primary-text', '--brand-secondary-text', '--brand-accent-text'];

function paint(): void {
  const properties = theme.get() === 'dark' ? brand?.dark : brand?.css;
  if (!properties) return;
  const { style } = document.documentElement;
  for (const property of ['--surface-sunken', '--on-status', ...STATUSES]) style.removeProperty(property);
  for (const [property, value] of Object.entries(properties)) style.setProperty(property, value);

  // Sunken surfaces are closer to the text colour than the page: what is readable on them is readable on the page too.
  const sunken = sunkenColour();
  style.setProperty('--surface-sunken', `rgb(${sunken})`);
  const readable = onBrand(properties, sunken, properties['--brand-accent']);
  for (const text of TEXTS) style.setProperty(text, readable[text] ?? '');
  for (const status of STATUSES) {
    style.setProperty(status, onBrand(properties, sunken, token(status))['--brand-accent-text'] ?? '');
  }
  // White or black suits all three, because their lightness is similar.
  const onStatus = onBrand(properties, sunken, token('--negative'))['--brand-on-accent'];
  style.setProperty('--on-status', onStatus ?? '');
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = properties['--brand-secondary-background'] ?? '';
}

const token = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** The computed `--surface-sunken` as `r,g,b`: browsers report mixed colours as `color(srgb …)` from 0 to 1. */
function sunkenColour(): string {
  // A new element has no previous colour, so no transition is running.
  const probe = document.createElement('i');
  probe.style.backgroundColor = 'var(--surface-sunken)';
  document.documentElement.append(probe);
  const colour = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const scale = colour.startsWith('color(') ? 255 : 1;
  const channels = colour.match(/[\d.]+/g) ?? [];
  return channels
    .slice(0, 3)
    .map((channel) => Math.round(Number(channel) * scale))
    .join(',');
}

/** Repairs an accent against the sunken background with the same rule. */
function onBrand(
  brand: Record<string, string>,
  sunken: string,
  accent: string | undefined,
): Record<string, string> {
  const colours = {
    primary_text: brand['--brand-primary-text'] ?? null,
    secondary_text: brand['--brand-secondary-text'] ?? null,
    primary_background: brand['--brand-primary-background'] ?? null,
    secondary_background: sunken,
    accent: accent ?? null,
  };
  return evaluate('branding.theme', { colours }).css ?? {};
}

theme.subscribe(paint);
