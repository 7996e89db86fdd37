import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Form, type FormProps } from './form';

const form = (over: Partial<FormProps> = {}) =>
  render(
    <Form action="Send" {...over}>
      <input aria-label="Email" type="email" required />
    </Form>,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

it('is submitted by the button and by Enter, whatever the browser’s own validation says', async () => {
  const onSubmit = vi.fn((event) => event.preventDefault());
  form({ onSubmit });
  await userEvent.click(button());
  await userEvent.type(screen.getByLabelText('Email'), 'not an address{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('is not submitted while it is busy or disabled, and says that it is busy', async () => {
  const onSubmit = vi.fn((event) => event.preventDefault());
  const { rerender } = form({ onSubmit, busy: true });
  expect(button().getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button());
  await userEvent.type(screen.getByLabelText('Email'), '{Enter}');
  rerender(
    <Form action="Send" onSubmit={onSubmit} disabled>
      <input aria-label="Email" />
    </Form>,
  );
  expect(button().getAttribute('aria-busy')).toBeNull();
  await userEvent.click(button());
  expect(onSubmit).not.toHaveBeenCalled();
});

it('announces the error of the form as a whole, and renders content below the button', () => {
  form({ error: 'not today', below: <a href="/login">Log in</a> });
  expect(screen.getByRole('alert').textContent).toBe('not today');
  const position = button().compareDocumentPosition(screen.getByRole('link', { name: 'Log in' }));
  expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
