import { Button } from './button';

interface Props {
  page: number;
  last: number;
  onPage: (page: number) => void;
}

/** Previous and next page; nothing for a single page. */
export function Pager({ page, last, onPage }: Props) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <Button look="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Prev
      </Button>
      <span className="figures text-sm text-muted">
        {page} of {last}
      </span>
      <Button look="quiet" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
