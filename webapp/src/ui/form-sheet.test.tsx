import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import { FormSheet } from './form-sheet';

const sheet = (over: Partial<Parameters<typeof FormSheet>[0]> = {}) =>
  renderScreen(
    <FormSheet title="Delete" action="Delete it" onClose={() => undefined} {...over}>
      <input aria-label="Name" type="email" required />
    </FormSheet>,
  );

it('submits its form by the button and by Enter, whatever the browser’s own validation says', async () => {
  const onSubmit = vi.fn((event) => event.preventDefault());
  await sheet({ onSubmit });
  expect(screen.getByRole('dialog', { name: 'Delete' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete it' }));
  await userEvent.type(screen.getByLabelText('Name'), 'not an address{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('shows the error of the whole form, and is locked while submitting', async () => {
  await sheet({ error: 'Not today.', busy: true });
  expect(screen.getByRole('alert').textContent).toBe('Not today.');
  expect(screen.getByRole('button', { name: 'Delete it' })).toHaveProperty('disabled', true);
});

it('closes by Escape', async () => {
  const onClose = vi.fn();
  await sheet({ onClose });
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
