import { expect, it } from 'vitest';
import { wellFormed } from './well-formed';

it('replaces unpaired surrogates at any depth, and nothing else', () => {
  const date = new Date(0);
  const file = new File([], 'a.png');
  const given = {
    a: 'x\ud83d',
    b: ['\udc00y', '😀'],
    c: { d: 'é', e: null, f: undefined, g: 1 },
    date,
    file,
  };
  expect(wellFormed(given)).toEqual({
    a: 'x\ufffd',
    b: ['\ufffdy', '😀'],
    c: { d: 'é', e: null, f: undefined, g: 1 },
    date,
    file,
  });
  expect(wellFormed(given).file).toBe(file);
  expect(wellFormed('\ud83d\ude00\ud83d')).toBe('😀\ufffd');
});

it('replaces U+0000, which the server rejects', () => {
  expect(wellFormed({ a: 'x\0y' })).toEqual({ a: 'x\ufffdy' });
});
