import type { FormOnScreen } from './form';
import { bankForms } from './forms/bank';
import { billForms } from './forms/bills';
import { clusterForms } from './forms/clusters';
import { coinSetForms } from './forms/coin-sets';
import { coinForms } from './forms/coins';
import { customerForms } from './forms/customers';
import { entryForms } from './forms/entry';
import { exchangeForms } from './forms/exchange';
import { fundingForms } from './forms/funding';
import { loanForms } from './forms/loans';
import { passwordForms } from './forms/password';
import { pinForms } from './forms/pin';
import { planForms } from './forms/plans';
import { profileForms } from './forms/profile';
import { questionForms } from './forms/questions';
import { signalForms } from './forms/signals';
import { transferForms } from './forms/transfer';

/** Uses of a form that cannot be compared by typing, as file and form, with the reason. */
export const notCompared: Record<string, string> = {
  'payment/own-account.tsx bvn':
    'The sheet opens only while the bank requires it, and a valid number opens the account: a journey covers it.',
  'features/identity/avatar.tsx avatar': 'A picture is chosen, not typed.',
  'features/community/drafts.ts chat_attachment': 'A file is chosen, not typed.',
  'features/community/report-sheet.tsx message_report': 'A reason is chosen from a list, not typed.',
  'features/identity/passkeys/passkey-sheet.tsx passkey_name':
    'It opens with a passkey in the browser, which only its own journey has.',
  'features/identity/passkeys/limit-sheet.tsx passkey_limit':
    'It opens with a passkey in the browser, which only its own journey has.',
  'features/identity/passkeys/password-by-passkey.tsx reset_password':
    'It opens with a passkey in the browser, which only its own journey has.',
  'payment/pin-stage.tsx transaction_pin':
    'Its boxes accept exactly four digits, and have no message of their own.',
  'routes/entry.tsx identity_number':
    'The code in an address is validated before it is stored: nothing is typed, and a journey opens such addresses.',
  'features/plans/groups/add-member-sheet.tsx group_member':
    'It only decides when the search starts. Users who are not found are entered in another sheet, which is compared.',
};

/** Every other use of a form on a screen. */
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
  ...exchangeForms,
  ...clusterForms,
  ...signalForms,
  ...planForms,
  ...coinSetForms,
  ...loanForms,
  ...customerForms,
  // Last: the accounts that it saves push others off the first page.
  ...bankForms,
];
