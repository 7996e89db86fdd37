import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { said } from '@/testing/render';
import { PinBoxes } from './pin-boxes';

function Harness({ error }: { error?: string }) {
  const [typed, setTyped] = useState('');
  const change = async (event: { target: { value: string } }) => setTyped(event.target.value);
  return <PinBoxes label="New PIN" error={error} length={4} typed={typed} value={typed} onChange={change} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('New PIN');
/** The boxes, and whether each has a digit. */
const boxes = (container: HTMLElement) =>
  [...container.querySelectorAll('[aria-hidden] > span')].map((box) => box.children.length > 0);

it('draws a dot for each digit, including an extra one', async () => {
  const { container } = render(<Harness />);
  expect(boxes(container)).toEqual([false, false, false, false]);
  await userEvent.type(field(), '25');
  expect(boxes(container)).toEqual([true, true, false, false]);
  await userEvent.type(field(), '80');
  expect(boxes(container)).toEqual([true, true, true, true]);
  await userEvent.type(field(), '9');
  expect(boxes(container)).toEqual([true, true, true, true, true]);
});

it('accepts digits of any script, without separators', async () => {
  render(<Harness />);
  await userEvent.click(field());
  await userEvent.paste(' ٢٥-80\u200f');
  expect(field().value).toBe('2580');
});

it('hides its digits, is not saved by password managers, and opens the numeric keyboard', () => {
  render(<Harness />);
  expect([field().type, field().autocomplete, field().inputMode]).toEqual(['password', 'off', 'numeric']);
});

it('is one field to a screen reader, with its error', () => {
  render(<Harness error="too easy to guess" />);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(said('New PIN')).toContain('too easy to guess');
});
