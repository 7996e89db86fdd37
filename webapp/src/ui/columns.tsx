import type { Elements } from '@/lib/elements';

interface Props {
  first: Elements;
  second: Elements;
}

/** Two columns if a wide page has room for them; otherwise the second is below the first, as in the tab order. */
export function Columns({ first, second }: Props) {
  return (
    <div
      data-in-order
      className="flex flex-col gap-5 low:gap-3 @2xl/page:grid @2xl/page:grid-cols-2 @2xl/page:items-start @2xl/page:gap-6"
    >
      <div data-in-order className="flex min-w-0 flex-col gap-5 empty:hidden low:gap-3">
        {first}
      </div>
      <div data-in-order className="flex min-w-0 flex-col gap-5 empty:hidden">
        {second}
      </div>
    </div>
  );
}

/** Buttons side by side, or stacked if large text leaves no room for two, whatever their labels. */
export const BUTTONS = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3';

/**
 * Cards of a list, side by side if a wide page has room for two; a single one takes the full width. The gap is the
 * list's.
 */
export const CARDS = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] items-start';
