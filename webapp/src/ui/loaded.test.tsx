import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Loaded, type Query, together } from './loaded';

const query = <T,>(state: Partial<Query<T>>): Query<T> => ({
  data: undefined,
  error: null,
  fetchStatus: 'idle',
  refetch: () => undefined,
  ...state,
});
const names = (state: Partial<Query<string[]>>, polled = false) =>
  render(
    <Loaded query={query(state)} empty={<p>Nobody</p>} polled={polled}>
      {(data) => <p>{data.join()}</p>}
    </Loaded>,
  );

describe('loaded content', () => {
  it('is a skeleton, then the data, or its empty state', () => {
    const { unmount } = names({ fetchStatus: 'fetching' });
    expect(screen.getByRole('status').textContent).toBe('Loading');
    unmount();
    names({ data: ['Ada'] });
    expect(screen.getByText('Ada')).toBeTruthy();
    names({ data: [] });
    expect(screen.getByText('Nobody')).toBeTruthy();
  });

  it('is an error that can be retried', () => {
    const refetch = vi.fn();
    names({ error: { message: 'Not today' }, refetch });
    fireEvent.click(screen.getByText('Try again'));
    expect(screen.getByRole('alert').textContent).toContain('Not today');
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('stays an error while it is polled, and shows a skeleton on a manual retry', () => {
    for (const polled of [true, false]) {
      const shown = (state: Partial<Query<string[]>>) => (
        <Loaded query={query(state)} polled={polled}>
          {(data) => <p>{data.join()}</p>}
        </Loaded>
      );
      const { rerender, unmount } = render(shown({ error: { message: 'Not today' } }));
      rerender(shown({ fetchStatus: 'fetching' }));
      expect(screen.queryByRole('alert') !== null, String(polled)).toBe(polled);
      rerender(shown({ data: ['Ada'] }));
      expect(screen.getByText('Ada')).toBeTruthy();
      unmount();
    }
  });

  it('shows no skeleton while offline', () => {
    names({ fetchStatus: 'paused' });
    expect(screen.getByRole('alert').textContent).toContain('without a connection');
  });

  it('stays if a refetch fails, which is reported unless it is polled', () => {
    const { unmount } = names({ data: ['Ada'], error: { message: 'Not today' } });
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(screen.getByText('Ada')).toBeTruthy();
    unmount();
    names({ data: ['Ada'], error: { message: 'Not today' } }, true);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('two queries together', () => {
  it('are loaded when both are', () => {
    expect(together(query({ data: 1 }), query({ data: 'x' })).data).toEqual([1, 'x']);
    expect(together(query({ data: 1 }), query<string>({ fetchStatus: 'paused' }))).toMatchObject({
      data: undefined,
      fetchStatus: 'paused',
    });
  });

  it('are retried if one failed', async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const both = together(
      query({ data: 1, refetch: first }),
      query<string>({ error: { message: 'Not today' }, refetch: second }),
    );
    await both.refetch();
    expect(both.error?.message).toBe('Not today');
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });
});
