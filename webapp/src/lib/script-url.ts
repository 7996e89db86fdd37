/**
 * The page's policy forbids turning text into script URLs. Only the two worker URLs pass through here.
 */
interface Policy {
  createScriptURL(url: string): string;
}

declare global {
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy }
    | undefined;
}

function own(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && (pathname === '/sw.js' || /^\/assets\/[\w.-]+\.js$/.test(pathname)))
    return url;
  throw new TypeError('not a script of this app');
}

// Browsers without trusted types accept the URL as a string, if it is ours.
const policy: Policy = globalThis.trustedTypes?.createPolicy('ajo', { createScriptURL: own }) ?? {
  createScriptURL: own,
};

/** The URL of one of our workers. */
export const scriptUrl = (url: string): string => policy.createScriptURL(url);
