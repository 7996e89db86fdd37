import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CodeField } from './code-field';

function Harness({ onComplete }: { onComplete: (code: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <CodeField
      label="Code"
      length={6}
      value={value}
      onChange={setValue}
      onComplete={onComplete}
      unclear="A code has 6 characters."
    />
  );
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('textbox');
const typed = () =>
  boxes()
    .map((box) => box.value)
    .join('');

describe('six boxes', () => {
  it('advance while typing, and report a complete code once', async () => {
    const onComplete = vi.fn();
    render(<Harness onComplete={onComplete} />);
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.keyboard('12345');
    expect(onComplete).not.toHaveBeenCalled();
    await userEvent.keyboard('6');
    expect(typed()).toBe('123456');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  });

  it('go back on backspace', async () => {
    render(<Harness onComplete={() => undefined} />);
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.keyboard('123{Backspace}{Backspace}9');
    expect(typed()).toBe('19');
    expect(document.activeElement).toBe(boxes()[2]);
  });

  it('take a pasted code with its hyphen', async () => {
    const onComplete = vi.fn();
    render(<Harness onComplete={onComplete} />);
    await userEvent.click(boxes()[3] as HTMLInputElement);
    await userEvent.paste('abc-123');
    expect(typed()).toBe('abc123');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('abc123');
  });

  it('clean a pasted text, and reject one that does not fit', async () => {
    const onComplete = vi.fn();
    render(<Harness onComplete={onComplete} />);
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.paste('1234567');
    expect(typed()).toBe('');
    expect(screen.getByRole('alert').textContent).toBe('A code has 6 characters.');
    await userEvent.paste('\u200e٩٤٢ ٤٨٨\u200e');
    expect(typed()).toBe('942488');
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('942488');
  });

  it('each have their own label', () => {
    render(<Harness onComplete={() => undefined} />);
    expect(screen.getByRole('textbox', { name: 'Code, character 1 of 6' })).toBe(boxes()[0]);
  });
});
