import { classes } from '@/lib/classes';
import { Columns } from '@/ui/columns';
import { Ring } from '@/ui/ring';
import { BalanceFrame } from './balance-frame';

/** Home before its figures are known: the row of views, and the balance card in its size. */
export const HomeSkeleton = () => (
  <div data-waiting className="flex flex-col gap-4 low:gap-3">
    <div className="h-[calc(2.75rem+1px)] border-b border-line" />
    <Columns
      first={
        <BalanceFrame>
          <Ring className="pointer-events-none absolute! -end-14 -bottom-20 size-60 opacity-10" />
          <span role="status" className="sr-only">
            Loading
          </span>
          <Line row="h-11" line="h-4 w-2/5" />
          <Line row="h-14" line="h-9 w-1/2" />
          <Line row="h-11" line="h-4 w-3/5" />
        </BalanceFrame>
      }
      second={null}
    />
  </div>
);

const Line = ({ row, line }: { row: string; line: string }) => (
  <div aria-hidden className={classes('flex items-center', row)}>
    <div className={classes('rounded-control bg-on-accent opacity-15', line)} />
  </div>
);
