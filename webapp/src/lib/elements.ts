import type { ReactElement } from 'react';

/** What may stand beside other children: no bare text, which a browser that translates takes away from React. */
export type Elements = ReactElement | readonly Elements[] | '' | boolean | null | undefined;
