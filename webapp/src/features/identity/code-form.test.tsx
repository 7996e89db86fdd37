import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '@/api/problem';
import { renderScreen } from '@/testing/render';
import { CodeForm } from './code-form';
import { rememberSent } from './sent';

beforeEach(() => sessionStorage.clear());

const violation = (field: string, message: string) => ({
  field,
  code: 'mismatch' as const,
  message,
  params: {},
});

const show = (error: Problem | null) =>
  renderScreen(
    <CodeForm
      purpose="email"
      to="ada@example.ng"
      action="Go on"
      enter={{ isPending: false, isError: error !== null, error, mutate: () => undefined }}
      resend={async () => null}
    />,
  );

it('shows all violations from the server, joined by commas', async () => {
  const violations = [violation('code', 'The code is wrong.'), violation('email', 'The address is wrong.')];
  await show(new Problem({ status: 422, code: 'refused', message: 'The code is wrong.', violations }));
  screen.getByText('The code is wrong., The address is wrong.');
});

it('shows the message if there are no violations', async () => {
  await show(new Problem({ status: 429, code: 'too_many_requests', message: 'Please wait.' }));
  screen.getByText('Please wait.');
});

it('waits the time that the server set for the previous code, over a reload', async () => {
  rememberSent('email', 20);
  const { unmount } = await show(null);
  screen.getByRole('button', { name: 'Send a new code in 20 s' });
  unmount();
  await show(null);
  screen.getByRole('button', { name: /Send a new code in (19|20) s/ });
});

it('does not wait if this tab has sent no code', async () => {
  await show(null);
  expect(screen.getByRole('button', { name: 'Send a new code' })).toHaveProperty('disabled', false);
});
