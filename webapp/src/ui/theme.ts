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
    // First, because the status colours of the theme are read from the page.
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

/** Applies a brand's colours to the page; the rules repair pairs with too little contrast. */
export function applyBrand(colours: Record<string, string>): void {
  brand = evaluate('branding.theme', { colours });
  atOnce(paint);
}

/** Changes colours without transitions: with them the old text would still be on the new background. */
function atOnce(change: () => void): void {
  const root = document.documentElement;
  root.toggleAttribute('data-repainting', true);
  change();
  // Layout computes all styles, so that no transition begins after the attribute is gone.
  root.getBoundingClientRect();
  root.toggleAttribute('data-repainting', false);
}

const SURFACES = ['--surface-sunken', '--surface-overlay'];
const STATUSES = ['--positive', '--warning', '--negative'];
const TEXTS = ['--brand-primary-text', '--brand-secondary-text', '--brand-accent-text'];

function paint(): void {
  const dark = theme.get() === 'dark';
  const properties = dark ? brand?.dark : brand?.css;
  if (!properties) return;
  const { style } = document.documentElement;
  for (const property of [...SURFACES, '--on-status', ...STATUSES]) style.removeProperty(property);
  for (const [property, value] of Object.entries(properties)) style.setProperty(property, value);

  // The surface closest to the text colour: what is readable on it is readable on every other too. In the light that is
  // the sunken one, in the dark the one on top.
  const surface = dark ? '--surface-overlay' : '--surface-sunken';
  // All is read before anything is written: after a write the browser computes every style of the page again.
  const nearest = colourOf(surface);
  const given = STATUSES.map(token);
  const readable = onBrand(properties, nearest, properties['--brand-accent-text']);
  const repaired = given.map((status) => onBrand(properties, nearest, status)['--brand-accent-text'] ?? '');
  // White or black suits all three, because their lightness is similar.
  const onStatus = onBrand(properties, nearest, repaired.at(-1))['--brand-on-accent'];
  style.setProperty(surface, `rgb(${nearest})`);
  for (const text of TEXTS) style.setProperty(text, readable[text] ?? '');
  for (const [index, status] of STATUSES.entries()) style.setProperty(status, repaired[index] ?? '');
  style.setProperty('--on-status', onStatus ?? '');
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = properties['--brand-secondary-background'] ?? '';
}

const token = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** A computed colour property as `r,g,b`: browsers report mixed colours as `color(srgb …)` from 0 to 1. */
function colourOf(property: string): string {
  // A new element has no previous colour, so no transition is running.
  const probe = document.createElement('i');
  probe.style.backgroundColor = `var(${property})`;
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

/** Repairs an accent against a surface with the same rule. */
function onBrand(
  brand: Record<string, string>,
  surface: string,
  accent: string | undefined,
): Record<string, string> {
  const colours = {
    primary_text: brand['--brand-primary-text'] ?? null,
    secondary_text: brand['--brand-secondary-text'] ?? null,
    primary_background: brand['--brand-primary-background'] ?? null,
    secondary_background: surface,
    accent: accent ?? null,
  };
  return evaluate('branding.theme', { colours }).css ?? {};
}

theme.subscribe(paint);
