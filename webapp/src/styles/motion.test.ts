import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Properties that browsers animate without layout, so that every frame is on time on a slow phone. */
const WITHOUT_LAYOUT = new Set([
  'translate',
  'rotate',
  'scale',
  'transform',
  'opacity',
  'visibility',
  'filter',
  'color',
  'background-color',
  'border-color',
  'stroke-dashoffset',
  'none',
]);
/** Tailwind's names for groups of properties. */
const CLASSES: Record<string, string[]> = {
  colors: ['color', 'background-color', 'border-color'],
  opacity: ['opacity'],
  transform: ['transform', 'translate', 'scale', 'rotate'],
};

const files = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

const styles = files('src/styles', '.css');

test('keyframes animate nothing that affects layout', () => {
  const animated = styles.flatMap((css) =>
    [...css.matchAll(/@keyframes [\w-]+ \{(.*?)\n\}/gs)].flatMap(([, frames = '']) =>
      [...frames.matchAll(/^ +([\w-]+):/gm)].map(([, property = '']) => property),
    ),
  );
  expect(animated.length).toBeGreaterThan(8);
  expect(animated.filter((property) => !WITHOUT_LAYOUT.has(property))).toEqual([]);
});

test('nor do transitions', () => {
  const listed = styles.flatMap((css) => [
    ...[...css.matchAll(/transition-property: ([^;]+);/g)].flatMap(([, list = '']) => list.split(', ')),
    ...[...css.matchAll(/transition: ([\w-]+)/g)].map(([, property = '']) => property),
  ]);
  const named = files('src', '.tsx').flatMap((source) =>
    [...source.matchAll(/\btransition-(?:\[([\w,-]+)\]|(\w+))/g)].flatMap(
      ([, list, name = '']) => list?.split(',') ?? CLASSES[name] ?? [name],
    ),
  );
  expect(Math.min(listed.length, named.length)).toBeGreaterThan(3);
  expect([...listed, ...named].filter((property) => !WITHOUT_LAYOUT.has(property))).toEqual([]);
});
