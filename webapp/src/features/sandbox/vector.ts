export interface TestVector {
  rule: string;
  name: string;
  input: unknown;
  expect: unknown;
}

/** The file that `make parity` reads (FIXTURES_DIR). */
export function vectorFile({ rule, name, input, expect }: TestVector): Blob {
  const file = { rule, cases: [{ name, input, expect }] };
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
}
