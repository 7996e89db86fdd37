import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pager } from './pager';

it('leads to the pages beside, and ends at the ends', async () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pager page={2} last={3} onPage={onPage} />);
  await userEvent.click(screen.getByText('Prev'));
  await userEvent.click(screen.getByText('Next'));
  expect(onPage.mock.calls).toEqual([[1], [3]]);
  rerender(<Pager page={3} last={3} onPage={onPage} />);
  expect(screen.getByText('Next')).toHaveProperty('disabled', true);
  rerender(<Pager page={1} last={1} onPage={onPage} />);
  expect(screen.queryByText('Next')).toBeNull();
});
