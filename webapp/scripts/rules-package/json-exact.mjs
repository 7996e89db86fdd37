// JSON values whose numbers keep their text: JSON.parse would take 1500.00 for 1500.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*/g;
/** Marks a number: no answer of a rule contains U+0000. */
const MARK = '\\u0000';
const MARKED = /"\\u0000([^"]*)"/g;

/** The value of a JSON text, with each number as a marked text; throws a SyntaxError as JSON.parse does. */
export function exact(text) {
  JSON.parse(text);
  return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${MARK}${token}"`)));
}

/** The JSON text of such a value. */
export const exactText = (value) => JSON.stringify(value).replace(MARKED, '$1');
