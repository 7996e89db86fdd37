import { classes } from '@/lib/classes';
import { Button } from './button';

interface Props {
  page: number;
  last: number;
  /** The page numbers to show. */
  pages: readonly number[];
  onPage: (page: number) => void;
}

/** Previous and next page, and the pages nearby; nothing for a single page. */
export function Pager({ page, last, pages, onPage }: Props) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex basis-full justify-center gap-1">
        {pages.map((number) => (
          <button
            key={number}
            type="button"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={classes(
              'figures min-h-11 min-w-11 rounded-control px-2 text-sm font-medium',
              number === page ? 'bg-accent text-on-accent' : 'hover:bg-sunken',
            )}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))}
      </div>
      <Button look="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Prev
      </Button>
      <span className="figures text-sm text-muted">{`${page} of ${last}`}</span>
      <Button look="quiet" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
