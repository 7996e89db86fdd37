/** The rules of a module as text: an answer is JSON, or for a call error `!` and its code and message. */
export interface TextRules {
  version: string;
  evaluate(rule: string, input: string): string;
  explain(rule: string, input: string): string;
}

export function loadText(bytes: BufferSource): Promise<TextRules>;
