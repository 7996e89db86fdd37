import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { EmptyState, ErrorState, isFirstLoad, ListSkeleton, Unknown } from './states';

it('a loading list has a shape for each row, and text for screen readers', () => {
  render(<ListSkeleton rows={3} label="Loading the coins" />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Loading the coins');
  expect(status.querySelectorAll('[aria-hidden]')).toHaveLength(3);
});

it('unknown content is a hidden placeholder', () => {
  const { container } = render(<Unknown />);
  const [place] = container.children;
  expect(place?.hasAttribute('hidden')).toBe(true);
  expect(place?.hasAttribute('data-waiting')).toBe(true);
});

it('an empty list says so, with a suggestion', () => {
  const { container } = render(
    <EmptyState title="No strategies yet">
      <a href="/plans">See the plans</a>
    </EmptyState>,
  );
  expect(screen.getByText('No strategies yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the plans' })).toBeTruthy();
  expect(container.querySelector('[data-waiting]')).toBe(null);
});

it('a failure is announced, and can be retried by a button', () => {
  const onRetry = vi.fn();
  render(<ErrorState message="Not today" onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('Not today');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('only the first load counts as pending: a failed query does not', () => {
  expect(isFirstLoad({ isLoading: true, isFetched: false })).toBe(true);
  expect(isFirstLoad({ isLoading: true, isFetched: true })).toBe(false);
  expect(isFirstLoad({ isLoading: false, isFetched: false })).toBe(false);
});
