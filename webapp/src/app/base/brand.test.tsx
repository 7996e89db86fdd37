import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Brand } from './brand';
import { queryClient } from './queries';

const COLOURS = { primary_background: '#000000', secondary_background: '#0a0a0a' };
let answer: (response: Response) => void;

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Brand>
        <p>Welcome</p>
      </Brand>
    </QueryClientProvider>,
  );

describe('the page of a brand', () => {
  beforeEach(() => {
    queryClient.clear();
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', () => answered);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    document.documentElement.removeAttribute('style');
  });

  it('appears in its colours', async () => {
    show();
    expect(screen.queryByText('Welcome')).toBeNull();
    answer(Response.json({ data: { colours: COLOURS } }));
    await screen.findByText('Welcome');
    const { style } = document.documentElement;
    expect(style.getPropertyValue('--brand-secondary-background')).toBe('#0a0a0a');
  });

  it('appears without them if the server refuses to send them', async () => {
    show();
    answer(new Response(null, { status: 404 }));
    await screen.findByText('Welcome');
  });

  it('appears without them after five seconds', () => {
    vi.useFakeTimers();
    show();
    act(() => vi.advanceTimersByTime(4999));
    expect(screen.queryByText('Welcome')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText('Welcome')).not.toBeNull();
  });
});
