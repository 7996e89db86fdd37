// The password rule in JavaScript, for the contenders: the same criteria and the same common words as the engine's.
const WORDS = new Set('password passwort passcode pass welcome qwerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qaz qazwsx admin administrator root user guest login letmein iloveyou changeme master hello helloworld monkey dragon football baseball superman batman pokemon princess sunshine michael jordan summer winter computer samsung google facebook whatsapp liverpool chelsea arsenal manchester barcelona ronaldo nigeria naija lagos abuja india jesus jesuschrist jesusislord godisgood blessing blessed bank'.split(' '));
const WHOLE = new Set('1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx 1qaz@wsx zaq12wsx zaq1@wsx !qaz2wsx !qaz1qaz abc123 abcd1234 abcd@1234 abcd123 abc@123 abc@1234 aa123456 aa@123456 a123456 a12345678 test123 test1234 test@123 test@1234 demo@123 1234abcd'.split(' '));
const RUNS = new Set(['', ...'0 00 000 0000 007 01 1 10 100 101 11 111 1111 12 123 1234 12345 123456 1234567 12345678 123456789 2 21 22 23 3 321 4321 5 54321 6 66 666 69 7 77 777 786 8 88 888 9 99 999'.split(' ')]);
const LOOK_ALIKE = { '@': 'a', 4: 'a', $: 's', 5: 's', 0: 'o', 1: 'i', '!': 'i', 3: 'e', 7: 't' };

export const strong = (password) =>
  Number(/[a-z]/.test(password) && /[A-Z]/.test(password)) +
    Number(/[0-9]/.test(password)) +
    Number(/[!%&@#$^*?_~]/.test(password)) +
    Number(password.length > 7) >=
  3;

export function wellKnown(password, own) {
  const lower = password.toLowerCase();
  const stem = lower.replace(/[^\p{L}]+$/u, '');
  const ending = lower.slice(stem.length);
  const plain = stem.replace(/[@4$50!137]/g, (character) => LOOK_ALIKE[character]);
  const digits = ending.replace(/\D/g, '');
  const year = digits.length === 4 && digits >= '1950' && digits < '2040';
  if (ending.length - digits.length <= 3 && (year || RUNS.has(digits)) && WORDS.has(plain)) return true;
  if (WHOLE.has(lower.replace(/[!-/:-@[-`{-~]+$/, ''))) return true;
  const letters = plain.replace(/[^\p{L}]/gu, '');
  return own.some((text) => {
    const local = text.toLowerCase().split('@')[0];
    return [...local.split(/[^\p{L}]+/u), local.replace(/[^\p{L}]/gu, '')].some(
      (part) => part.length >= 3 && part === letters,
    );
  });
}
