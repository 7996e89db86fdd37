// The source text of JSON values: JSON.parse would turn 1500.00 into 1500 before any door saw it.

/** Splits the text of an object or list into the texts of its members: a Map, or an array. */
export function members(source) {
  const scanner = new Scanner(source);
  return scanner.members();
}

class Scanner {
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  members() {
    const opening = this.next();
    if (opening === '{') return this.object();
    if (opening === '[') return this.list();
    throw new Error('neither an object nor a list');
  }

  object() {
    const found = new Map();
    while (this.peek() !== '}') {
      const key = JSON.parse(this.value());
      if (this.next() !== ':') throw new Error(`no colon after ${key}`);
      found.set(key, this.value());
      if (this.peek() === ',') this.next();
    }
    return found;
  }

  list() {
    const found = [];
    while (this.peek() !== ']') {
      found.push(this.value());
      if (this.peek() === ',') this.next();
    }
    return found;
  }

  peek() {
    while (/\s/.test(this.source[this.at] ?? '')) this.at += 1;
    if (this.at >= this.source.length) throw new Error('the text ends too early');
    return this.source[this.at];
  }

  next() {
    const character = this.peek();
    this.at += 1;
    return character;
  }

  /** Skips one value and returns its text. */
  value() {
    this.peek();
    const start = this.at;
    let depth = 0;
    do {
      const character = this.next();
      if (character === '"') this.skipText();
      else if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      else if (!',:'.includes(character)) this.skipWord();
    } while (depth > 0);
    return this.source.slice(start, this.at);
  }

  skipText() {
    while (this.source[this.at] !== '"') {
      if (this.at >= this.source.length) throw new Error('a text does not end');
      this.at += this.source[this.at] === '\\' ? 2 : 1;
    }
    this.at += 1;
  }

  skipWord() {
    while (/[-+.\w]/.test(this.source[this.at] ?? '')) this.at += 1;
  }
}
