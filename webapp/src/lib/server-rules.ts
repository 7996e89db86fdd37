import { Watched } from '@/lib/watched';

const HEADER = 'x-rules-version';

/** The server's rules version, from its latest response; null before the first one. */
export const serverRules = new Watched<string | null>(null);

export function noteRules(headers: Headers): void {
  const version = headers.get(HEADER);
  if (version !== null && version !== serverRules.get()) serverRules.set(version);
}
