/** A surrogate without its partner, as a cut or a paste leaves it. JSON cannot tell it to a server. */
const UNPAIRED = /\p{Surrogate}/gu;

/** The value, with a sign of its own in place of each unpaired surrogate in its texts. */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.replace(UNPAIRED, '\ufffd') as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  // A date or a file is what it is.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, wellFormed(member)])) as T;
}
