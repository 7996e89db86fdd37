import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { forgetKept } from '@/lib/kept';
import { serverRules } from '@/lib/server-rules';
import { evaluate, evaluateAsGiven } from './later';
import { useEngineForm } from './use-engine-form';

function Login({ onSend }: { onSend: (values: object) => void }) {
  const form = useEngineForm('login', { defaultValues: { email: '', password: '' } });
  return (
    <form noValidate onSubmit={form.handleSubmit(onSend)}>
      <input aria-label="Email" {...form.register('email')} />
      <p data-testid="email">{form.errorOf('email')}</p>
      <input aria-label="Password" {...form.register('password')} />
      <p data-testid="password">{form.errorOf('password')}</p>
      <p data-testid="form">{form.formError}</p>
      <button type="submit">Send</button>
      <button
        type="button"
        onClick={() =>
          form.showProblem({
            message: 'No.',
            violations: [{ field: 'email', code: 'not_allowed', params: {}, message: 'Taken.' }],
          })
        }
      >
        Refuse a field
      </button>
      <button
        type="button"
        onClick={() =>
          form.showProblem({
            message: 'No.',
            violations: [
              { field: 'email', code: 'not_allowed', params: {}, message: 'Taken.' },
              { field: 'code', code: 'mismatch', params: {}, message: 'Wrong code.' },
              { field: 'device', code: 'not_allowed', params: {}, message: 'Wrong device.' },
            ],
          })
        }
      >
        Refuse several
      </button>
      <button type="button" onClick={() => form.showProblem({ message: 'Wrong password.', violations: [] })}>
        Refuse
      </button>
    </form>
  );
}

const text = (id: string) => screen.getByTestId(id).textContent;

function Kept() {
  const form = useEngineForm('login', {
    defaultValues: { email: '', password: '' },
    keeps: { as: 'login', fields: ['email'] },
  });
  return (
    <form>
      <input aria-label="Email" {...form.register('email')} />
      <input aria-label="Password" {...form.register('password')} />
    </form>
  );
}

describe('a form with an unpaired surrogate in it', () => {
  it('checks and sends it as a character of its own', async () => {
    const onSend = vi.fn();
    render(<Login onSend={onSend} />);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.com\ud83d' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret1\ud83d' } });
    await userEvent.click(screen.getByText('Send'));
    expect(text('email')).not.toBe('');
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.com' } });
    await userEvent.click(screen.getByText('Send'));
    expect(onSend.mock.calls[0]?.[0]).toEqual({ email: 'ada@example.com', password: 'secret1\ufffd' });
  });
});

describe('a rule with an unpaired surrogate in its input', () => {
  it('returns a result: texts are checked while they are typed', () => {
    const half = { password: 'Ab1!\ud83d' };
    expect(evaluate('password.strength', half)).toEqual(
      evaluate('password.strength', { password: 'Ab1!\ufffd' }),
    );
    expect(() => evaluateAsGiven('password.strength', half)).toThrow();
    expect(() => evaluate('password.strength', {} as never)).toThrow();
  });
});

describe('a form that the user returns to', () => {
  const values = () =>
    ['Email', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

  it('is restored as typed, without fields that are never kept', async () => {
    const { unmount } = render(<Kept />);
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret1');
    unmount();
    const again = render(<Kept />);
    expect(values()).toEqual(['ada@example.com', '']);
    again.unmount();
    forgetKept();
    render(<Kept />);
    expect(values()).toEqual(['', '']);
  });
});

describe('a form that the rules check', () => {
  it('shows the error of a field that was left, and removes it once it is corrected', async () => {
    render(<Login onSend={() => undefined} />);
    await userEvent.type(screen.getByLabelText('Email'), 'ada');
    expect(text('email')).toBe('');
    await userEvent.tab();
    expect(text('email')).not.toBe('');
    expect(text('password')).toBe('');
    await userEvent.type(screen.getByLabelText('Email'), '@example.com');
    expect(text('email')).toBe('');
  });

  it('sends no invalid values, and focuses the first error', async () => {
    const onSend = vi.fn();
    render(<Login onSend={onSend} />);
    await userEvent.click(screen.getByText('Send'));
    expect(onSend).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(text('password')).not.toBe('');
  });

  it('sends valid values', async () => {
    const onSend = vi.fn();
    render(<Login onSend={onSend} />);
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret1');
    await userEvent.click(screen.getByText('Send'));
    expect(onSend.mock.calls[0]?.[0]).toEqual({ email: 'ada@example.com', password: 'secret1' });
  });

  it("shows the server's violations at their fields, and those without a field under the form", async () => {
    render(<Login onSend={() => undefined} />);
    await userEvent.click(screen.getByText('Refuse a field'));
    expect([text('email'), text('form')]).toEqual(['Taken.', '']);
    await userEvent.click(screen.getByText('Refuse'));
    expect(text('form')).toBe('Wrong password.');
    await userEvent.click(screen.getByText('Refuse several'));
    expect([text('email'), text('form')]).toEqual(['Taken.', 'Wrong code., Wrong device.']);
  });
});

function Limit({ limit, pin, onSend }: { limit: string; pin: string; onSend: (values: object) => void }) {
  const form = useEngineForm('passkey_limit', { defaultValues: { limit, pin } });
  return (
    <form noValidate onSubmit={form.handleSubmit(onSend)}>
      <button type="submit">Send</button>
    </form>
  );
}

it.each([
  // A figure that the newer rules may allow, and a value that none do.
  [null, '200000', '2580', false],
  ['newer', '200000', '2580', true],
  ['newer', '200000', '25', false],
  ['newer', 'a lot', '2580', false],
])(
  "with the server's rules %s, a limit of %s with the PIN %s is sent: %s",
  async (rules, limit, pin, isSent) => {
    serverRules.set(rules);
    const onSend = vi.fn();
    render(<Limit limit={limit} pin={pin} onSend={onSend} />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSend.mock.calls).toHaveLength(isSent ? 1 : 0);
    serverRules.set(null);
  },
);
