import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pager } from './pager';

it('links to the adjacent and the numbered pages, and stops at the ends', async () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pager page={2} last={4} pages={[1, 2, 3, 4]} onPage={onPage} />);
  await userEvent.click(screen.getByText('Prev'));
  await userEvent.click(screen.getByText('Next'));
  await userEvent.click(screen.getByLabelText('Page 4'));
  expect(onPage.mock.calls).toEqual([[1], [3], [4]]);
  expect(screen.getByLabelText('Page 2').getAttribute('aria-current')).toBe('page');
  rerender(<Pager page={4} last={4} pages={[2, 3, 4]} onPage={onPage} />);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  rerender(<Pager page={1} last={1} pages={[1]} onPage={onPage} />);
  expect(screen.queryByText('Next')).toBeNull();
});
