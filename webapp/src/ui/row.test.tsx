import { render, screen } from '@testing-library/react';
import { KeyRound } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { Row } from './row';

test('the current setting describes the row, and is not part of its name', async () => {
  const open = vi.fn();
  render(<Row icon={KeyRound} label="Transaction PIN" value="Not set" onClick={open} />);
  const row = screen.getByRole('button', { name: 'Transaction PIN', description: 'Not set' });
  row.click();
  expect(open).toHaveBeenCalledOnce();
});
