import { afterEach, expect, test, vi } from 'vitest';
import { sharePicture } from './picture';

const picture = new File(['picture'], 'ABCD2345.png', { type: 'image/png' });

const withSharing = (share: (data: ShareData) => Promise<void>) =>
  vi.stubGlobal('navigator', { canShare: ({ files }: ShareData) => files?.length === 1, share });

const saved = () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  return names;
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the picture goes to the app that the user chooses', async () => {
  const given: ShareData[] = [];
  const names = saved();
  withSharing(async (data) => void given.push(data));
  expect(await sharePicture(picture, 'link')).toBe('shared');
  expect(given).toEqual([{ files: [picture], text: 'link' }]);
  expect(names).toEqual([]);
});

test('a cancelled share saves no file', async () => {
  const names = saved();
  withSharing(() => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await sharePicture(picture, 'link')).toBe('cancelled');
  expect(names).toEqual([]);
});

test('the picture is saved if no app accepts it', async () => {
  const names = saved();
  vi.stubGlobal('navigator', {});
  expect(await sharePicture(picture, 'link')).toBe('saved');
  withSharing(() => Promise.reject(new DOMException('not now', 'NotAllowedError')));
  expect(await sharePicture(picture, 'link')).toBe('saved');
  expect(names).toEqual(['ABCD2345.png', 'ABCD2345.png']);
});
