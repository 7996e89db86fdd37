import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Keypad } from './keypad';

const keys = () => screen.getAllByRole('button').map((key) => key.getAttribute('aria-label'));

it('has ten digits and delete, in the order of a phone, and a point for amounts', () => {
  const { rerender } = render(<Keypad label="PIN" onKey={vi.fn()} onDelete={vi.fn()} />);
  expect(screen.getByRole('group', { name: 'PIN' })).toBeTruthy();
  expect(keys()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'delete']);
  rerender(<Keypad label="Amount" decimal onKey={vi.fn()} onDelete={vi.fn()} />);
  expect(keys()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'point', '0', 'delete']);
});

it('reports each key pressed, and delete separately', async () => {
  const [onKey, onDelete] = [vi.fn(), vi.fn()];
  render(<Keypad label="Amount" decimal onKey={onKey} onDelete={onDelete} />);
  for (const name of ['5', '0', 'point', '2']) await userEvent.click(screen.getByRole('button', { name }));
  expect(onKey.mock.calls.flat()).toEqual(['5', '0', '.', '2']);
  await userEvent.click(screen.getByRole('button', { name: 'delete' }));
  expect(onDelete).toHaveBeenCalledOnce();
  expect(onKey).toHaveBeenCalledTimes(4);
});

it('leaves the focus where it is', () => {
  render(<Keypad label="PIN" onKey={vi.fn()} onDelete={vi.fn()} />);
  for (const key of screen.getAllByRole('button')) expect(fireEvent.pointerDown(key)).toBe(false);
});

it('ignores keys while it is disabled', async () => {
  const [onKey, onDelete] = [vi.fn(), vi.fn()];
  render(<Keypad label="PIN" disabled onKey={onKey} onDelete={onDelete} />);
  for (const key of screen.getAllByRole('button')) await userEvent.click(key);
  expect([onKey.mock.calls, onDelete.mock.calls]).toEqual([[], []]);
});

it('ignores the second tap of a double tap that opened it, and takes every later one', () => {
  const onKey = vi.fn();
  render(<Keypad label="PIN" onKey={onKey} onDelete={vi.fn()} />);
  const [zero, two] = ['0', '2'].map((name) => screen.getByRole('button', { name }));
  if (!zero || !two) throw new Error('no keys');
  fireEvent.click(zero, { detail: 2 });
  fireEvent.click(two, { detail: 1 });
  fireEvent.click(two, { detail: 2 });
  expect(onKey.mock.calls.flat()).toEqual(['2', '2']);
});
