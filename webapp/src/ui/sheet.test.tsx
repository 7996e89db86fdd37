import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import { Sheet } from './sheet';

type Props = ComponentProps<typeof Sheet>;

/** A button that opens a sheet, which holds its own open state. */
function Opener({ onClose, ...over }: Partial<Props>) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet title="Fund" {...over} open={open} onClose={close}>
        <button type="button">Card</button>
      </Sheet>
    </>
  );
}

async function opened(over: Partial<Props> = {}) {
  await renderScreen(<Opener {...over} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.findByRole('dialog', { name: 'Fund' });
}

it('is a dialog with a name, takes the focus and gives it back', async () => {
  const dialog = await opened();
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

it('closes by Escape, and then runs what follows', async () => {
  const [onClose, afterClose] = [vi.fn(), vi.fn()];
  await opened({ onClose, afterClose });
  expect(afterClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(afterClose).toHaveBeenCalledOnce());
});

it('goes back a stage by its own button, and stays open', async () => {
  const [onBack, onClose] = [vi.fn(), vi.fn()];
  await opened({ onBack, onClose });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});

it('has no way back on its first stage', async () => {
  await opened();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

it('stays while work is in progress: it cannot go back or close', async () => {
  const [onBack, onClose] = [vi.fn(), vi.fn()];
  await opened({ onBack, onClose, held: true });
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await act(async () => screen.getByLabelText('Close').click());
  expect(screen.getByRole('dialog', { name: 'Fund' })).toBeTruthy();
  expect(onBack).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

/** Two stages; the button to the second is removed with the first. */
function Staged() {
  const [stage, setStage] = useState('form');
  return (
    <Sheet open title={stage} stage={stage} onClose={() => undefined}>
      {stage === 'form' ? (
        <button type="button" onClick={() => setStage('review')}>
          Next
        </button>
      ) : (
        <p>What is paid</p>
      )}
    </Sheet>
  );
}

it('focuses the next stage if the focused element was removed', async () => {
  Element.prototype.scrollTo = () => undefined;
  await renderScreen(<Staged />);
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'review' })));
});
