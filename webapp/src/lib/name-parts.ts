/**
 * First and last name from a full name: its first word, and the others. A single word may be either, so both are empty.
 */
export function namePartsOf(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...others] = name.trim().split(/\s+/);
  return others.length === 0
    ? { first_name: '', last_name: '' }
    : { first_name, last_name: others.join(' ') };
}
