import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Gain } from './gain';

it('a gain of zero is not shown as a gain', () => {
  const { container } = render(
    <>
      <Gain amount="0.00" currency="NGN" />
      <Gain amount="-5.00" currency="NGN" />
      <Gain amount="5.00" currency="NGN" />
    </>,
  );
  const texts = [...container.querySelectorAll('.font-semibold')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['No gain, no loss: ₦0.00', 'Loss of ₦5.00', 'Gain of ₦5.00']);
});
