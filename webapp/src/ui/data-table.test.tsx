import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '@/api/problem';
import { renderScreen } from '@/testing/render';
import { type Asked, DataTable } from './data-table';

const NAMES = ['Ada', 'Bola', 'Chidi'];
let server: (asked: Asked) => Promise<string[]>;
let asked: string[] = [];

let total = 29;

const query = ({ search, page, per_page }: Asked, filter = '') =>
  queryOptions({
    queryKey: ['names', filter, search, page, per_page],
    queryFn: async () => {
      asked.push(`${search}:${page}${per_page === 10 ? '' : ` of ${per_page}`}`);
      const data = await server({ search, page, per_page });
      const found = search ? data.length : total;
      return { current_page: page, last_page: Math.ceil(found / per_page), total: found, data };
    },
    retry: false,
  });

function Names({ filter }: { filter?: string }) {
  return (
    <DataTable
      query={(asked) => query(asked, filter)}
      {...(filter && { filter })}
      keyOf={(name) => name}
      textsOf={(name) => [name]}
      empty={<p>Nobody</p>}
    >
      {(name) => <span>{name}</span>}
    </DataTable>
  );
}

function Filtered() {
  const [filter, setFilter] = useState('banks');
  return (
    <>
      <button type="button" onClick={() => setFilter('wallets')}>
        Wallets
      </button>
      <Names filter={filter} />
    </>
  );
}

/** Advances the clock, and runs what follows immediately. */
const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.advanceTimersByTimeAsync(1));
};
const type = (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });
const shown = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  total = 29;
  server = async () => NAMES;
});
afterEach(() => vi.useRealTimers());

const open = async () => {
  await renderScreen(<Names />);
  await pass(0);
};

it('filters loaded rows at once, and queries the server when the typing has stopped', async () => {
  await open();
  expect(shown()).toEqual(NAMES);
  server = async () => ['Bola', 'Bolaji'];
  for (const text of ['B', 'Bo', 'Bol']) {
    type(text);
    await pass(500);
  }
  expect(shown()).toEqual(['Bola']);
  expect(asked).toEqual([':1']);
  await pass(2000);
  expect(asked).toEqual([':1', 'Bol:1']);
  expect(shown()).toEqual(['Bola', 'Bolaji']);
});

it('returns to the first page for another search', async () => {
  await open();
  fireEvent.click(screen.getByText('Next'));
  await pass(0);
  fireEvent.click(screen.getByText('Next'));
  await pass(0);
  type('Ada');
  await pass(2000);
  expect(asked).toEqual([':1', ':2', ':3', 'Ada:1']);
  type('');
  await pass(2000);
  expect(screen.getByText('1 to 10 entries')).toBeTruthy();
});

it('says that there are no rows, or why they did not load', async () => {
  server = async () => [];
  await open();
  expect(screen.getByText('Nobody')).toBeTruthy();
  server = () => Promise.reject(new Problem({ status: 500, code: 'failed', message: 'Not today' }));
  type('x');
  await pass(10_000);
  expect(screen.getByRole('alert').textContent).toContain('Not today');
  server = async () => ['Xena'];
  fireEvent.click(screen.getByText('Try again'));
  await pass(0);
  expect(shown()).toEqual(['Xena']);
});

it('shows a skeleton while another filter loads, and not the previous rows', async () => {
  await renderScreen(<Filtered />);
  await pass(0);
  expect(shown()).toEqual(NAMES);
  server = () => new Promise(() => undefined);
  fireEvent.click(screen.getByText('Wallets'));
  await pass(0);
  expect(shown()).toEqual([]);
  expect(screen.getByText('Loading')).toBeTruthy();
});

it('shows the range of rows and the chosen number of them, from the first page on', async () => {
  await open();
  expect(screen.getByText('1 to 10 entries')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Page 3'));
  await pass(0);
  expect(screen.getByText('21 to 29 entries')).toBeTruthy();
  const size = screen.getByLabelText<HTMLSelectElement>('Rows per page');
  expect([...size.options].map(({ value }) => value)).toEqual(['10', '20', '30', '40', '50']);
  fireEvent.change(size, { target: { value: '20' } });
  await pass(0);
  expect(asked).toEqual([':1', ':3', ':1 of 20']);
  expect(screen.getByText('1 to 20 entries')).toBeTruthy();
});

it('shows the previous page’s rows while a page loads, but does not open them', async () => {
  await open();
  const list = screen.getByRole('list').parentElement as HTMLElement;
  expect(list.hasAttribute('inert')).toBe(false);
  let answer = (_: string[]) => {};
  server = () =>
    new Promise((done) => {
      answer = done;
    });
  fireEvent.click(screen.getByText('Next'));
  await pass(0);
  expect(list.textContent).toBe(NAMES.join(''));
  expect(list.hasAttribute('inert')).toBe(true);
  expect(list.getAttribute('aria-busy')).toBe('true');
  answer(['Dayo']);
  await pass(0);
  expect(shown()).toEqual(['Dayo']);
  expect(list.hasAttribute('inert')).toBe(false);
});

function Refreshed() {
  const queries = useQueryClient();
  return (
    <>
      <button type="button" onClick={() => void queries.invalidateQueries()}>
        Refresh
      </button>
      <Names />
    </>
  );
}

it('leaves a page whose rows are gone, so that there is a way back', async () => {
  await renderScreen(<Refreshed />);
  await pass(0);
  fireEvent.click(screen.getByLabelText('Page 3'));
  await pass(0);
  total = 15;
  fireEvent.click(screen.getByText('Refresh'));
  await pass(0);
  await pass(0);
  expect(asked.at(-1)).toBe(':2');
  expect(screen.getByText('11 to 15 entries')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Prev' })).toHaveProperty('disabled', false);
});

it('has fewer rows as a part of a page, and no search without texts to search', async () => {
  await renderScreen(
    <DataTable table="part" query={query} keyOf={(name) => name} empty={<p>Nobody</p>}>
      {(name) => <span>{name}</span>}
    </DataTable>,
  );
  await pass(0);
  expect(asked).toEqual([':1 of 5']);
  expect(screen.getByText('Showing 1 to 5 of 29 entries')).toBeTruthy();
  expect(screen.queryByLabelText('Search')).toBeNull();
});
