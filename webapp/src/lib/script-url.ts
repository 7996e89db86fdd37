/**
 * The page's policy lets no text become script. The two addresses that workers are started from, and no others, pass
 * through here.
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

// Browsers that do not know such policies take the address as it is, if it is ours.
const policy: Policy = globalThis.trustedTypes?.createPolicy('ajo', { createScriptURL: own }) ?? {
  createScriptURL: own,
};

/** The address of a worker of ours. */
export const scriptUrl = (url: string): string => policy.createScriptURL(url);
