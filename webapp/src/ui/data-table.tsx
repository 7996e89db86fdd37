import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '@/api/problem';
import { evaluate, type RuleInput } from '@/engine';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { useDebounced } from '@/lib/use-debounced';
import { CARDS } from './columns';
import { TextField } from './field';
import { Loaded } from './loaded';
import { Pager } from './pager';

/** The search text, the current page of a list, and its size. */
export interface Asked {
  search: string;
  page: number;
  per_page: number;
}

/** The shape of the server's lists. */
interface PageOf<Row> {
  current_page: number;
  last_page: number;
  total: number;
  data: Row[];
}

interface Props<Row, Key extends QueryKey> {
  query: (asked: Asked) => UseQueryOptions<PageOf<Row>, Problem, PageOf<Row>, Key>;
  /** A full page, or a part of a page or sheet, which has fewer rows. */
  table?: RuleInput<'list.page'>['table'];
  /** Further filters; a change returns to the first page. */
  filter?: string;
  /** Above the search field, given what is typed into it. */
  lead?: (asked: Asked, typed: string) => Elements;
  /** Between the search field and the rows, such as a filter. */
  filters?: (asked: Asked) => Elements;
  keyOf: (row: Row) => string;
  /** The texts that filter the loaded rows until the server has searched; without it there is no search field. */
  textsOf?: (row: Row) => (string | null | undefined)[];
  /** The texts that a typed search looks for; by default the typed one. */
  wantedOf?: (typed: string) => string[];
  waiting?: Elements;
  empty: Elements;
  /** Shown in place of `empty` if a search finds nothing. */
  nothing?: (search: string, clear: () => void) => Elements;
  /** Rows cached elsewhere, shown until these have loaded. */
  known?: () => Row[] | undefined;
  /** Above a row, such as the heading of its day. */
  above?: (row: Row, before: Row | undefined, asked: Asked) => Elements;
  /** The search field and the filters stay in view. */
  sticky?: boolean;
  /** The classes of the list, and of a row; by default the rows are cards. */
  listClass?: string;
  rowClass?: string;
  /** The key of a row that is shown elsewhere. */
  without?: string | undefined;
  /** Rows are cards, side by side if there is room. */
  cards?: boolean;
  /** All rows of a page in a form of their own, in place of the list of rows. */
  arranged?: (rows: Row[]) => Elements;
  children?: (row: Row, index: number) => Elements;
}

/** Rows in the shape of a page. */
const pageOf = <Row,>(data: Row[] | undefined): PageOf<Row> | undefined =>
  data && { current_page: 1, last_page: 1, total: data.length, data };

/** The server searches after this long without a keystroke. */
const SEARCHES_AFTER_MS = 2000;

/** A list with pages: search field, rows, summary line, page size and page numbers. */
export function DataTable<Row, Key extends QueryKey>(props: Props<Row, Key>) {
  const { table = 'page', filter = '', filters, keyOf, textsOf, waiting, empty, children } = props;
  const { rowClass = 'rounded-card bg-raised p-4', listClass, wantedOf, lead } = props;
  const { nothing, known, above, sticky, cards, without, arranged } = props;
  const top = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const search = useDebounced(typed, SEARCHES_AFTER_MS);
  // A page number belongs to one search and size; any other starts at page 1, including a return to the first one.
  const subject = JSON.stringify([search, filter, chosen]);
  const [place, setPlace] = useState({ subject, page: 1 });
  if (place.subject !== subject) setPlace({ subject, page: 1 });
  const page = place.subject === subject ? place.page : 1;
  const listing = (total: number) => evaluate('list.page', { table, page, per_page: chosen, total });
  const asked = { search, page, per_page: listing(0).per_page };
  const query = props.query(asked);
  const found = useQuery({
    ...query,
    meta: { ...query.meta, filter },
    // Keep the rows during a search, but not those of another filter.
    placeholderData: (rows: PageOf<Row> | undefined, before: { meta?: object | undefined } | undefined) =>
      ((before?.meta as { filter?: string } | undefined)?.filter === filter ? rows : undefined) ??
      pageOf(search === '' && filter === '' && page === 1 ? known?.() : undefined),
  });
  const { data: loaded, isPlaceholderData } = found;
  const lastPage = loaded && !isPlaceholderData ? loaded.last_page : page;
  useEffect(() => {
    // Rows may have been removed meanwhile: a page beyond the last would show nothing, and no way back.
    if (page > lastPage) setPlace({ subject, page: lastPage });
  }, [page, lastPage, subject]);
  const searched = typed === search && !isPlaceholderData;
  // The previous page's rows, until this page has loaded: visible but not clickable.
  const isTurning = isPlaceholderData && typed === search && loaded?.current_page !== page;
  const wanted = wantedOf?.(typed) ?? [typed.trim().toLowerCase()];
  const isShown = (row: Row) =>
    !textsOf ||
    searched ||
    textsOf(row).some((text) => wanted.some((one) => text?.toLowerCase().includes(one) ?? false));
  return (
    <>
      {lead?.(asked, typed.trim())}
      <div ref={top} className="absolute scroll-mt-16" />
      <div
        className={classes(
          'flex flex-col gap-4 empty:hidden',
          sticky && 'sticky top-14 z-10 -mx-gutter bg-surface px-gutter py-2 md:top-0',
        )}
      >
        {textsOf && (
          <TextField
            label="Search"
            type="search"
            placeholder="Search..."
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {filters?.(asked)}
      </div>
      <Loaded query={found} waiting={waiting}>
        {({ data, total }) => {
          const rows = data.filter((row) => isShown(row) && keyOf(row) !== without);
          const { sizes, per_page, pages, last_page, entries } = listing(total);
          return (
            <>
              {rows.length === 0 &&
                (typed.trim() && nothing ? nothing(typed.trim(), () => setTyped('')) : empty)}
              <div
                className={classes(
                  'transition-opacity duration-(--motion)',
                  rows.length === 0 && 'hidden',
                  isTurning && 'opacity-50',
                )}
                inert={isTurning}
                aria-busy={isTurning}
              >
                {arranged ? (
                  arranged(rows)
                ) : (
                  <ul className={listClass ?? classes('gap-2', cards ? CARDS : 'flex flex-col')}>
                    {rows.map((row, index) => (
                      <li key={keyOf(row)}>
                        {above?.(row, rows[index - 1], asked)}
                        <div className={rowClass}>{children?.(row, index)}</div>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
              {(entries !== null || sizes.length > 0) && (
                <div
                  className={classes(
                    'flex min-h-11 items-center justify-between gap-3 text-sm text-muted',
                    // The summary describes the rows found by the server.
                    !searched && 'invisible',
                  )}
                >
                  <span className="figures grow">{entries}</span>
                  {sizes.length > 0 && (
                    <select
                      aria-label="Rows per page"
                      className="min-h-11 rounded-control border border-line-strong bg-raised px-3 text-text"
                      value={per_page}
                      onChange={({ target }) => setChosen(Number(target.value))}
                    >
                      {sizes.map((size) => (
                        <option key={size}>{size}</option>
                      ))}
                    </select>
                  )}
                </div>
              )}
              <Pager
                page={page}
                last={last_page}
                pages={pages}
                onPage={(next) => {
                  setPlace({ subject, page: next });
                  // A new page is scrolled to its start.
                  top.current?.scrollIntoView({ block: 'start' });
                }}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
