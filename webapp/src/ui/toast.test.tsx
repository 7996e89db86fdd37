import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster, toast } from './toast';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => vi.advanceTimersByTime(10_000));
  vi.useRealTimers();
});

const shown = () => screen.queryAllByText(/saved|sent/).map(({ textContent }) => textContent);

it('shows a message for five seconds', () => {
  render(<Toaster />);
  act(() => toast.success('Your profile is saved.'));
  act(() => vi.advanceTimersByTime(4_999));
  expect(shown()).toEqual(['Your profile is saved.']);
  act(() => vi.advanceTimersByTime(1));
  expect(shown()).toEqual([]);
});

it('keeps a message while it is being read', () => {
  render(<Toaster />);
  act(() => toast.success('Your profile is saved.'));
  const message = screen.getByText('Your profile is saved.');
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
  act(() => vi.advanceTimersByTime(60_000));
  expect(message.isConnected).toBe(true);
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
  act(() => vi.advanceTimersByTime(5_000));
  expect(shown()).toEqual([]);
});

it('closes a dismissed message, by its button or by a swipe', () => {
  render(<Toaster />);
  act(() => toast.success('Saved: sent one'));
  act(() => toast.success('Saved: sent two'));
  const [first] = screen.getAllByRole('button', { name: 'Dismiss' });
  fireEvent.click(first as HTMLElement);
  expect(shown()).toEqual(['Saved: sent two']);
  const left = screen.getByText('Saved: sent two');
  const swipe = (px: number) => {
    // The environment's pointer events have no coordinates.
    for (const [type, clientX] of [
      ['pointerdown', 100],
      ['pointermove', 100 + px],
      ['pointerup', 100 + px],
    ] as const)
      fireEvent(left, new MouseEvent(type, { bubbles: true, clientX }));
  };
  swipe(50);
  expect(shown()).toEqual(['Saved: sent two']);
  swipe(-100);
  expect(shown()).toEqual([]);
});

it('shows identical messages once', () => {
  render(<Toaster />);
  act(() => toast.success('saved'));
  act(() => toast.success('saved'));
  expect(shown()).toEqual(['saved']);
});
