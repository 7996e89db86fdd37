// Calls beside those of the fixtures: each fixture changed leaf by leaf (absent, null, another type, zero, one unit more
// and less, ten times, the end of the month, no day at all, the limits that a refusal names, the values of other
// fixtures), object by object (a key more, known from other fixtures or unknown), list by list (an entry twice), then at
// several leaves.

const DECIMAL = /^\d{1,20}(?:\.\d{1,12})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NO_DAYS = ['2026-02-30', '2026-13-01'];
const ABSENT = Symbol('absent');
/** A name that no rule knows. */
const UNKNOWN = 'unknown_key';
/** Values of other fixtures that are tried for a key that a fixture lacks. */
const mostAdded = 3;
/** Changed leaves of one call. */
const mostAtOnce = 3;

/** A pseudo-random sequence (SplitMix32): the same seed makes the same calls on every machine. */
function dice(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0) % limit;
  };
}

/** The paths of all leaves. */
function leaves(value, path = []) {
  if (value === null || typeof value !== 'object') return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

const at = (value, path) => path.reduce((part, key) => part?.[key], value);

/** A copy with another value at a path, which shares the rest; if nothing is there, the value itself. */
function changed(value, [key, ...rest], to) {
  if (value === null || typeof value !== 'object' || !(key in value)) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length > 0) copy[key] = changed(copy[key], rest, to);
  else if (to !== ABSENT) copy[key] = to;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

/** A copy with another member in the object at a path. */
function added(value, [key, ...rest], name, to) {
  if (key === undefined) return { ...value, [name]: to };
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = added(copy[key], rest, name, to);
  return copy;
}

/** A decimal moved by units of its last place, without arithmetic on floats. */
export function moved(text, units) {
  const [whole, decimals = ''] = text.split('.');
  const sum = BigInt(whole + decimals) + units;
  if (sum < 0n) return null;
  const digits = String(sum).padStart(decimals.length + 1, '0');
  const point = digits.length - decimals.length;
  return decimals === '' ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function days(text) {
  const [year, month, day] = text.split('-').map(Number);
  const date = (...parts) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  return [
    date(year, month - 1, day - 1),
    date(year, month - 1, day + 1),
    date(year, month, 0),
    date(year, month - 1, 1),
  ];
}

/** Other values for a leaf. `seen` are those of the same place in other fixtures, `limits` those of its refusals. */
function others(value, seen, limits) {
  const found = [ABSENT, null, ...seen];
  if (Array.isArray(value)) found.push(...value.map((one) => [...value, one]), {});
  else if (value !== null && typeof value === 'object') found.push([]);
  else found.push(typeof value === 'string' ? true : String(value));
  if (typeof value === 'boolean') found.push(!value);
  // Larger ones are different numbers to programs that read them as floats.
  if (typeof value === 'number')
    found.push(
      ...[0, 1, value - 1, value + 1, value * 10].filter((one) => Math.abs(one) <= Number.MAX_SAFE_INTEGER),
    );
  if (typeof value === 'string' && DATE.test(value)) found.push(...days(value), ...NO_DAYS);
  if (typeof value === 'string' && DECIMAL.test(value)) {
    const near = [value, ...limits].flatMap((text) => [text, moved(text, 1n), moved(text, -1n)]);
    found.push('0', moved(value, BigInt(value.replace('.', '')) * 9n), ...near.filter(Boolean));
  }
  return [...new Set(found)].filter((one) => one !== value);
}

/** The figures that the refusals of an answer name as limits. */
function limitsOf(answer) {
  if (answer.startsWith('!') || !answer.includes('"params"')) return [];
  const { violations, violation } = JSON.parse(answer);
  return (violations ?? [violation])
    .flatMap((one) => Object.values(one?.params ?? {}))
    .filter((value) => typeof value === 'string' && DECIMAL.test(value));
}

/** The place of a leaf, whatever its position in a list. */
const placeOf = (path) => path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('/');

function valuesByPlace(inputs) {
  const seen = new Map();
  for (const input of inputs) {
    for (const path of leaves(input)) {
      const place = placeOf(path);
      const known = seen.get(place) ?? seen.set(place, new Set()).get(place);
      const value = at(input, path);
      if (value === null || typeof value !== 'object') known.add(value);
    }
  }
  return seen;
}

/** The paths of all objects. */
function objects(value, path = []) {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([key, one]) => objects(one, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

/** The members of each object of the inputs by its place: for each name, the values as JSON. */
function membersByPlace(inputs) {
  const known = new Map();
  for (const input of inputs) {
    for (const path of objects(input)) {
      const place = placeOf(path);
      const members = known.get(place) ?? known.set(place, new Map()).get(place);
      for (const [name, value] of Object.entries(at(input, path))) {
        const values = members.get(name) ?? members.set(name, new Set()).get(name);
        values.add(JSON.stringify(value));
      }
    }
  }
  return known;
}

/** The inputs with one key more. */
function* widened(input, known) {
  for (const path of objects(input)) {
    yield added(input, path, UNKNOWN, 1);
    const own = at(input, path);
    for (const [name, values] of known.get(placeOf(path)) ?? []) {
      if (name in own) continue;
      for (const value of [...values].slice(0, mostAdded)) yield added(input, path, name, JSON.parse(value));
    }
  }
}

/**
 * The inputs of a rule's fixtures and their mutants, as text and without repetition. `answerOf` gives the text of the
 * answer to an input, whose refusals name limits; `tries` are the mutants of several leaves.
 */
export function* callsOf(fixtures, answerOf, { tries, seed }) {
  const made = new Set();
  const isNew = (text) => !made.has(text) && made.add(text);
  for (const { input } of fixtures) if (isNew(input)) yield input;
  const inputs = fixtures.map(({ input }) => JSON.parse(input));
  const [seen, known] = [valuesByPlace(inputs), membersByPlace(inputs)];
  const limitsFor = (input) => limitsOf(answerOf(JSON.stringify(input)));
  const valuesFor = (input, path, limits) => others(at(input, path), seen.get(placeOf(path)) ?? [], limits);
  for (const input of inputs) {
    for (const wider of widened(input, known)) {
      const text = JSON.stringify(wider);
      if (isNew(text)) yield text;
    }
    const limits = limitsFor(input);
    for (const path of leaves(input)) {
      for (const to of valuesFor(input, path, limits)) {
        const text = JSON.stringify(changed(input, path, to));
        if (isNew(text)) yield text;
      }
    }
  }
  const roll = dice(seed);
  for (let count = 0; count < tries; count += 1) {
    let input = inputs[roll(inputs.length)];
    for (let leaf = 0; leaf <= roll(mostAtOnce); leaf += 1) {
      const all = leaves(input);
      if (all.length === 0) break;
      const path = all[roll(all.length)];
      const values = valuesFor(input, path, limitsFor(input));
      if (values.length > 0) input = changed(input, path, values[roll(values.length)]);
    }
    const text = JSON.stringify(input);
    if (isNew(text)) yield text;
  }
}

/** Removes and simplifies leaves of an example as long as `again(input)` finds one for the smaller input. */
export async function shrunk(example, again) {
  let best = example;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const path of leaves(JSON.parse(best.input))) {
      const input = JSON.parse(best.input);
      const value = at(input, path);
      const simpler = typeof value === 'string' && DECIMAL.test(value) ? ['0', '1', '100'] : [];
      for (const to of [ABSENT, ...simpler]) {
        const text = JSON.stringify(changed(input, path, to));
        if (text.length >= best.input.length) continue;
        const found = await again(text);
        if (found === null) continue;
        [best, isSmaller] = [found, true];
        break;
      }
    }
  }
  return best;
}
