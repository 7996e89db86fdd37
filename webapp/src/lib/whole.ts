/** Halves of characters, as a paste may leave them: no text that can be sent has any. */
const HALVES = /\p{Surrogate}/gu;

/** The text with a sign in place of half a character. */
export const whole = (text: string): string => text.replace(HALVES, '\ufffd');
