import type { ReactElement } from 'react';

/** Children allowed beside others: no bare text, which a translating browser takes away from React. */
export type Elements = ReactElement | readonly Elements[] | '' | boolean | null | undefined;
