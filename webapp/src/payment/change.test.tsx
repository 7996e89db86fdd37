import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DayChange } from './change';

const shown = (percent: string): string => {
  const { container, unmount } = render(<DayChange percent={percent} />);
  const text = container.textContent ?? '';
  unmount();
  return text;
};

it('a change within a day is up, down, or none', () => {
  expect(['1.2', '-0.1', '0.0', '-0.0'].map(shown)).toEqual([
    'up within a day +1.2%',
    'down within a day -0.1%',
    'unchanged within a day 0.0%',
    'unchanged within a day 0.0%',
  ]);
});
