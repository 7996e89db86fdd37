/**
 * Unpaired surrogates, as cutting or pasting may leave: JSON cannot carry them. And U+0000, which the server rejects in
 * any text.
 */
const UNSENDABLE = /[\p{Surrogate}\0]/gu;

/** The value, with U+FFFD in place of each character in its texts that cannot be sent. */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.replace(UNSENDABLE, '\ufffd') as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  // Dates and files are left unchanged.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, wellFormed(member)])) as T;
}
