import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FigureKeypad, MoneyFigure } from './money-figure';

const LABEL = 'Amount (NGN)';

function show({ price = 'Total ₦550.00', error }: { price?: string; error?: string } = {}) {
  const onChange = vi.fn();
  const input = createRef<HTMLInputElement>();
  render(
    <>
      <MoneyFigure
        label={LABEL}
        input={input}
        sign="₦"
        price={price}
        error={error}
        defaultValue="12"
        onChange={onChange}
      />
      <FigureKeypad input={input} />
    </>,
  );
  const field = screen.getByLabelText<HTMLInputElement>(LABEL);
  const line = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  return { field, line, onChange };
}

describe('a large amount', () => {
  it('describes its field by its price', () => {
    const { field, line } = show();
    expect(line?.textContent).toBe('Total ₦550.00');
    expect(line?.getAttribute('aria-live')).toBe('polite');
    expect(field.getAttribute('aria-invalid')).toBe(null);
    // It is the main action of its stage.
    expect(document.activeElement).toBe(field);
  });

  it('shows the error in place of the price', () => {
    const { field, line } = show({ error: 'Enter an amount.' });
    expect(line?.textContent).toBe('Enter an amount.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('is set smaller the longer it is', () => {
    const { field } = show();
    expect(field.style.getPropertyValue('--letters')).toBe('2');
  });
});

describe('on touch screens', () => {
  afterEach(() => vi.restoreAllMocks());

  it('has its own keys in place of the keyboard', () => {
    const fine = window.matchMedia('');
    vi.spyOn(window, 'matchMedia').mockReturnValue({ ...fine, matches: true });
    const { field, onChange } = show();
    expect(field.inputMode).toBe('none');
    field.scrollIntoView = vi.fn();
    fireEvent.click(screen.getByRole('button', { name: '5' }));
    expect(field.value).toBe('125');
    expect(onChange).toHaveBeenCalledOnce();
    expect(field.scrollIntoView).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'delete' }));
    expect(field.value).toBe('12');
  });

  it('leaves the keyboard to other devices', () => {
    const { field } = show();
    expect(field.inputMode).toBe('decimal');
    expect(screen.queryByRole('button')).toBe(null);
  });
});
