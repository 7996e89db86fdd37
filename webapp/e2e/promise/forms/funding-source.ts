import { type Limits, plain } from '../amounts';
import type { FormOnScreen, Values } from '../form';

/** Parts shared by the forms that ask how a plan is paid. */

/** Amounts just above each threshold. */
export const aboveEach = ({ decimals, thresholds }: Limits): Values[] =>
  thresholds.map((threshold) => ({ amount: plain(threshold + 1n, decimals) }));

/** Errors of the payment method appear below the choice, which is no single field. */
export const besideTheChoice: NonNullable<FormOnScreen['elsewhere']> = {
  funding_source: {
    because: 'The choice is a group of radio buttons, shown once the amount can be paid.',
    shown: async ({ root }, message) => {
      const choice = root.getByRole('radio', { name: /^Wallet/ });
      if ((await choice.count()) === 0) return true;
      await choice.focus();
      await choice.blur();
      const words = root.getByText(message, { exact: true });
      return words.waitFor().then(
        () => true,
        () => false,
      );
    },
  },
};

/** Errors of an instalment's payment method appear as the form's error after submitting. */
export const atTheForm: NonNullable<FormOnScreen['elsewhere']> = {
  method: {
    because: 'The payment method is chosen before the amount, and has no field here.',
    shown: async ({ root }, message) => {
      await root.locator('button[type="submit"]').click();
      const words = root.getByText(message, { exact: true });
      return words.waitFor().then(
        () => true,
        () => false,
      );
    },
  },
};
