import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as engine from './prepared-form';
import { useEngineForm } from './use-engine-form';

vi.mock('./prepared-form', { spy: true });

const made = vi.mocked(engine.prepareForm);
let freed = 0;

beforeEach(async () => {
  freed = 0;
  const { prepareForm } = await vi.importActual<typeof engine>('./prepared-form');
  made.mockReset().mockImplementation((form, context) => {
    const prepared = prepareForm(form, context);
    return {
      ...prepared,
      free: () => {
        freed += 1;
        prepared.free();
      },
    };
  });
});

/** A form as on a screen: an inline context, and a render at every keystroke. */
function Password({ brand }: { brand: string }) {
  const form = useEngineForm('register', { defaultValues: { password: '' }, context: { brand } });
  return (
    <form>
      <input aria-label="Password" {...form.register('password')} />
      <p data-testid="typed">{form.watch('password')}</p>
      <p data-testid="error">{form.errorOf('password')}</p>
    </form>
  );
}

const password = () => screen.getByLabelText('Password');
const error = () => screen.getByTestId('error').textContent;

describe('a prepared form', () => {
  it('is prepared once, however often the screen renders, and freed with it', async () => {
    const { unmount } = render(<Password brand="Esusu" />);
    await userEvent.type(password(), 'Esusu2024!');
    await userEvent.tab();
    expect(screen.getByTestId('typed').textContent).toBe('Esusu2024!');
    expect(error()).toBe('This is too easy to guess.');
    expect([made.mock.calls.length, freed]).toEqual([1, 0]);
    unmount();
    expect(freed).toBe(1);
  });

  it('is prepared again for another context, and the previous one is freed', async () => {
    const { rerender } = render(<Password brand="Ajo" />);
    await userEvent.type(password(), 'Esusu2024');
    await userEvent.tab();
    rerender(<Password brand="Esusu" />);
    await userEvent.type(password(), '!');
    await userEvent.tab();
    expect(error()).toBe('This is too easy to guess.');
    expect([made.mock.calls.length, freed]).toEqual([2, 1]);
  });

  it('survives the effects that React runs twice in development', async () => {
    const { unmount } = render(
      <StrictMode>
        <Password brand="Esusu" />
      </StrictMode>,
    );
    await userEvent.type(password(), 'Harbour4!Tide');
    unmount();
    expect(made.mock.calls.length).toBe(freed);
  });
});
