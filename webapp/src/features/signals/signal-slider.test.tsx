import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Percent } from './signal-slider';

const shown = (percent: string) => {
  const { container } = render(<Percent percent={percent} />);
  return [container.textContent, container.firstElementChild?.className];
};

test('what is shown as 0.0 % is neither up nor green', () => {
  for (const percent of ['0.0', '-0.0']) {
    const [words, look] = shown(percent);
    expect(words).toBe('unchanged within a day 0.0%');
    expect(look).not.toContain('text-positive');
  }
  expect(shown('1.2')[0]).toBe('up within a day +1.2%');
  expect(shown('-1.2')[0]).toBe('down within a day -1.2%');
});
