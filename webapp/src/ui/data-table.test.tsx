import { queryOptions } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '@/api/problem';
import { renderScreen } from '@/testing/render';
import { type Asked, SearchList } from './search-list';

const NAMES = ['Ada', 'Bola', 'Chidi'];
let server: (asked: Asked) => Promise<string[]>;
let asked: string[] = [];

const query = ({ search, page }: Asked, filter = '') =>
  queryOptions({
    queryKey: ['names', filter, search, page],
    queryFn: async () => {
      asked.push(`${search}:${page}`);
      const data = await server({ search, page });
      return { current_page: page, last_page: search ? 1 : 3, total: 9, data };
    },
    retry: false,
  });

function Names({ filter }: { filter?: string }) {
  return (
    <SearchList
      query={(asked) => query(asked, filter)}
      {...(filter && { filter })}
      keyOf={(name) => name}
      textsOf={(name) => [name]}
      empty={<p>Nobody</p>}
    >
      {(name) => name}
    </SearchList>
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

/** So much time, and what follows at once. */
const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.advanceTimersByTimeAsync(1));
};
const type = (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });
const shown = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  server = async () => NAMES;
});
afterEach(() => vi.useRealTimers());

const open = async () => {
  await renderScreen(<Names />);
  await pass(0);
};

it('narrows down what is there at once, and asks the server when the typing has stopped', async () => {
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

it('shows the first page of another search', async () => {
  await open();
  fireEvent.click(screen.getByText('Next'));
  await pass(0);
  fireEvent.click(screen.getByText('Next'));
  await pass(0);
  type('Ada');
  await pass(2000);
  expect(asked).toEqual([':1', ':2', ':3', 'Ada:1']);
});

it('says that there is nothing, or why it did not load', async () => {
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

it('shows a skeleton while another filter loads, and not the rows of the one before', async () => {
  await renderScreen(<Filtered />);
  await pass(0);
  expect(shown()).toEqual(NAMES);
  server = () => new Promise(() => undefined);
  fireEvent.click(screen.getByText('Wallets'));
  await pass(0);
  expect(shown()).toEqual([]);
  expect(screen.getByText('Loading')).toBeTruthy();
});
