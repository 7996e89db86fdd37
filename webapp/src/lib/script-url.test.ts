import { expect, it } from 'vitest';
import { scriptUrl } from './script-url';

it('lets only the app’s workers start', () => {
  for (const url of ['/sw.js', '/assets/estimate.worker-1a2B_3c-.js', `${location.origin}/assets/a-1.js`])
    expect(scriptUrl(url)).toBe(url);
  for (const url of [
    'https://evil.example/sw.js',
    '//evil.example/assets/a.js',
    'data:text/javascript,alert(1)',
    'blob:http://localhost/1',
    'javascript:alert(1)',
    '/api/transaction/me.csv',
    '/media/avatars/a.js',
    '/assets/../api/x.js',
    '/assets/a.js/..',
  ])
    expect(() => scriptUrl(url), url).toThrow(TypeError);
});
