import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lines } from '../receipt-lines';
import { pictureOf, wrapped } from './receipt-picture';

/** Ten per character. */
const measure = (text: string) => [...text].length * 10;

it('breaks a text into lines, long words included, and loses nothing', () => {
  expect(wrapped('rent for November', 90, measure)).toEqual(['rent for', 'November']);
  expect(wrapped('abcdefghijkl', 50, measure)).toEqual(['abcde', 'fghij', 'kl']);
  expect(wrapped('🙏🙏🙏', 20, measure)).toEqual(['🙏🙏', '🙏']);
  expect(wrapped('', 20, measure)).toEqual(['']);
});

describe('the picture of a receipt', () => {
  const lines = { amount: '₦1.00', headline: '', note: null, rows: [], status: { label: '', tone: '' } };
  const drawImage = vi.fn();
  let decode: () => Promise<void>;

  beforeEach(() => {
    drawImage.mockClear();
    const pen = new Proxy({ drawImage, measureText: () => ({ width: 0 }) } as object, {
      get: (known, name) => Reflect.get(known, name) ?? (() => undefined),
    });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob()));
    vi.stubGlobal(
      'Image',
      class {
        naturalWidth = 64;
        naturalHeight = 64;
        decode = () => decode();
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const drawn = () => pictureOf(lines as unknown as Lines, 'Ajo', '/logo.png');

  it('contains the logo', async () => {
    decode = () => Promise.resolve();
    expect(await drawn()).toBeInstanceOf(Blob);
    expect(drawImage).toHaveBeenCalled();
  });

  it.each([
    ['cannot be loaded', () => Promise.reject(new Error('not an image'))],
    ['is late', () => new Promise<void>(() => undefined)],
  ])('is drawn without a logo that %s', async (_why, loading) => {
    decode = loading;
    expect(await drawn()).toBeInstanceOf(Blob);
    expect(drawImage).not.toHaveBeenCalled();
  });
});
