import type { FormOnScreen } from './form';
import { bankForms } from './forms/bank';
import { billForms } from './forms/bills';
import { clusterForms } from './forms/clusters';
import { coinForms } from './forms/coins';
import { entryForms } from './forms/entry';
import { fundingForms } from './forms/funding';
import { loanForms } from './forms/loans';
import { passwordForms } from './forms/password';
import { pinForms } from './forms/pin';
import { planForms } from './forms/plans';
import { profileForms } from './forms/profile';
import { questionForms } from './forms/questions';
import { signalForms } from './forms/signals';
import { transferForms } from './forms/transfer';

/** Forms on screens that cannot be compared by what is typed, and why. */
export const notCompared: Record<string, string> = {
  bvn: 'The sheet opens only while the bank demands it, and a valid number opens the account: a journey compares it.',
  avatar: 'A picture is chosen, and nothing is typed.',
  chat_attachment: 'A file is chosen, and nothing is typed.',
  message_report: 'A reason is chosen from a list, and nothing is typed.',
  transaction_pin: 'Its boxes hold four digits, and send nothing else. They have no message of their own.',
};

/** Every other form that is on a screen. */
export const formsOnScreens: readonly FormOnScreen[] = [
  ...entryForms,
  ...passwordForms,
  ...pinForms,
  ...profileForms,
  ...questionForms,
  ...transferForms,
  ...billForms,
  ...fundingForms,
  ...coinForms,
  ...clusterForms,
  ...signalForms,
  ...planForms,
  ...loanForms,
  // Last: the accounts that it saves push others off the first page.
  ...bankForms,
];
