import type { ReactNode } from 'react';
import { Push } from './push';
import { Update } from './update';

/** Loaded once the first page is shown. */
export default function Later({ onOpen }: { onOpen: (link: string) => void }): ReactNode {
  return (
    <>
      <Update />
      <Push onOpen={onOpen} />
    </>
  );
}
