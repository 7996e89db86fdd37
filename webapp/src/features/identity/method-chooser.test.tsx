import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render';
import { MethodChooser } from './method-chooser';

const offered = async (configuration: { google: boolean; national_numbers: boolean }) => {
  const { unmount } = await renderScreen(
    <MethodChooser label="Log in with">{(method) => <p>{method}</p>}</MethodChooser>,
    configuration,
  );
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  unmount();
  return names;
};

it('offers only methods that the server supports', async () => {
  expect(await offered({ google: true, national_numbers: true })).toEqual(['Email', 'BVN', 'NIN', 'Google']);
  expect(await offered({ google: true, national_numbers: false })).toEqual(['Email', 'Google']);
  expect(await offered({ google: false, national_numbers: false })).toEqual(['Email']);
});
