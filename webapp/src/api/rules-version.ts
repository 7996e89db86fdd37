import { Watched } from '@/lib/watched';

const HEADER = 'x-rules-version';

/** The version of the rules that the server judges by, as its last answer told; null before the first answer. */
export const serverRules = new Watched<string | null>(null);

export function noteRules(headers: Headers): void {
  const told = headers.get(HEADER);
  if (told !== null && told !== serverRules.get()) serverRules.set(told);
}
