import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Problem } from '@/api/problem';
import { useDebounced } from '@/lib/use-debounced';
import { TextField } from './field';
import { Loaded } from './loaded';
import { Pager } from './pager';

/** The search text and the current page of a list. */
export interface Asked {
  search: string;
  page: number;
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
  /** Further filters; a change returns to the first page. */
  filter?: string;
  /** Between the search field and the rows, such as a filter. */
  filters?: (asked: Asked) => ReactNode;
  keyOf: (row: Row) => string;
  /** The texts that filter the loaded rows until the server has searched. */
  textsOf: (row: Row) => (string | null | undefined)[];
  waiting?: ReactNode;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}

/** The server searches after this long without a keystroke. */
const SEARCHES_AFTER_MS = 2000;

/** A searchable list with pages. */
export function SearchList<Row, Key extends QueryKey>(props: Props<Row, Key>) {
  const { filter = '', filters, keyOf, textsOf, waiting, empty, children } = props;
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, SEARCHES_AFTER_MS);
  // A page number belongs to one search; any other search starts at page 1.
  const subject = JSON.stringify([search, filter]);
  const [place, setPlace] = useState({ subject, page: 1 });
  const asked = { search, page: place.subject === subject ? place.page : 1 };
  const found = useQuery({
    ...props.query(asked),
    meta: { filter },
    // Keep the rows during a search, but not those of another filter.
    placeholderData: (rows: PageOf<Row> | undefined, before: { meta?: object | undefined } | undefined) =>
      (before?.meta as { filter?: string } | undefined)?.filter === filter ? rows : undefined,
  });
  const searched = typed === search && !found.isPlaceholderData;
  const wanted = typed.trim().toLowerCase();
  const isShown = (row: Row) =>
    searched || textsOf(row).some((text) => text?.toLowerCase().includes(wanted) ?? false);
  return (
    <>
      <TextField
        label="Search"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {filters?.(asked)}
      <Loaded query={found} waiting={waiting}>
        {({ data, last_page }) => {
          const rows = data.filter(isShown);
          return (
            <>
              {rows.length === 0 && empty}
              <ul className="flex flex-col gap-2">
                {rows.map((row) => (
                  <li key={keyOf(row)} className="rounded-card bg-raised p-4">
                    {children(row)}
                  </li>
                ))}
              </ul>
              <Pager page={asked.page} last={last_page} onPage={(page) => setPlace({ subject, page })} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
