import type { Elements } from '@/lib/elements';

interface Props {
  first: Elements;
  second: Elements;
}

/** Two columns where a wide page has room for them; elsewhere the second stands below the first, as in the order of keys. */
export function Columns({ first, second }: Props) {
  return (
    <div
      data-in-order
      className="flex flex-col gap-5 @2xl/page:grid @2xl/page:grid-cols-2 @2xl/page:items-start @2xl/page:gap-6"
    >
      <div data-in-order className="flex min-w-0 flex-col gap-5 empty:hidden">
        {first}
      </div>
      <div data-in-order className="flex min-w-0 flex-col gap-5 empty:hidden">
        {second}
      </div>
    </div>
  );
}

/** Buttons beside each other, or below each other where text is so large that two don't fit. Their words don't decide it. */
export const BUTTONS = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3';

/** Cards of a list, beside each other where a wide page has room for two; a single one takes all of it. The gap is the list's. */
export const CARDS = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] items-start';
