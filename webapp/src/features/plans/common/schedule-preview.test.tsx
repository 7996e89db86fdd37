import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SchedulePreview } from './schedule-preview';

const planned = (...amounts: string[]) =>
  amounts.map((amount, index) => ({ number: index + 1, due_at: `2027-0${index + 1}-11`, amount }));

it('counts the instalments of each amount', () => {
  const instalments = planned('17333.34', '17333.33', '17333.33');
  render(
    <SchedulePreview instalments={instalments} currency="NGN" total="52000.00" totalLabel="You repay" />,
  );
  screen.getByText(
    (_, element) =>
      element?.textContent === '1 × ₦17,333.34, 2 × ₦17,333.33, 11 Jan 2027 to 11 Mar 2027' &&
      element.className.includes('text-muted'),
  );
});

it('equal instalments are counted together', () => {
  const instalments = planned('500.00', '500.00');
  const { container } = render(
    <SchedulePreview instalments={instalments} currency="NGN" total="1000.00" totalLabel="You save" />,
  );
  expect(container.textContent).toContain('2 × ₦500.00, 11 Jan 2027 to 11 Feb 2027');
});
