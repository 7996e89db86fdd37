import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { SwitchRow } from './switch-row';

const row = (over: Partial<ComponentProps<typeof SwitchRow>> = {}) => (
  <SwitchRow icon={Bell} label="Notifications" on={false} onSwitch={vi.fn()} {...over} />
);
const shown = () => screen.getByRole<HTMLButtonElement>('switch', { name: 'Notifications' });

it('is a switch that says whether it is on, and is switched by a tap and by the keyboard', async () => {
  const onSwitch = vi.fn();
  const { rerender } = render(row({ onSwitch }));
  expect(shown().getAttribute('aria-checked')).toBe('false');
  await userEvent.click(shown());
  shown().focus();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{Enter}');
  expect(onSwitch).toHaveBeenCalledTimes(3);
  // It shows the actual state, not the requested one.
  expect(shown().getAttribute('aria-checked')).toBe('false');
  rerender(row({ on: true }));
  expect(shown().getAttribute('aria-checked')).toBe('true');
});

it('is not switched again while pending, nor while disabled', async () => {
  const onSwitch = vi.fn();
  const { rerender } = render(row({ onSwitch, busy: true }));
  expect(shown().getAttribute('aria-busy')).toBe('true');
  await userEvent.click(shown());
  rerender(row({ onSwitch, disabled: true }));
  expect(shown().getAttribute('aria-busy')).toBeNull();
  await userEvent.click(shown());
  expect(onSwitch).not.toHaveBeenCalled();
});

it('announces its note, and is described by it', () => {
  const { rerender } = render(row());
  expect(screen.queryByRole('status')).toBeNull();
  rerender(row({ note: 'Your browser does not allow it.' }));
  const note = screen.getByRole('status');
  expect(note.textContent).toBe('Your browser does not allow it.');
  expect(shown().getAttribute('aria-describedby')).toBe(note.id);
});
