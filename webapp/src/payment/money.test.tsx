import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toggleVisibility, visibility } from '@/lib/visibility';
import { Money } from './money';

afterEach(() => {
  if (!visibility.get()) toggleVisibility();
});

const parts = (container: HTMLElement) =>
  ['symbol', 'decimals'].map((part) => container.querySelector(`.money-${part}`)?.textContent);

it('separates sign and decimals visually, and is read as one amount', () => {
  const { container } = render(<Money amount="1234567.5" currency="NGN" />);
  expect(container.textContent).toBe('₦1,234,567.50');
  expect(parts(container)).toEqual(['₦', '.50']);
});

it('has the right text at once after a change, and rolls the digits that differ', () => {
  vi.useFakeTimers();
  const { container, rerender } = render(<Money amount="1000" currency="NGN" />);
  rerender(<Money amount="1250" currency="NGN" />);
  expect(container.textContent).toBe('₦1,250.00');
  const rolling = () =>
    [...container.querySelectorAll('[class*=roll]')].map(({ textContent }) => textContent).join('');
  expect(rolling()).toBe('25');
  act(() => vi.advanceTimersByTime(400));
  expect(rolling()).toBe('');
  rerender(<Money amount="1250" currency="USD" />);
  expect(rolling()).toBe('');
  vi.useRealTimers();
});

it('hides only the user’s own amounts', () => {
  toggleVisibility();
  expect(render(<Money own amount="5" currency="NGN" />).container.textContent).toBe('XXXXXXXXXXX');
  expect(render(<Money amount="5" currency="NGN" />).container.textContent).toBe('₦5.00');
});
