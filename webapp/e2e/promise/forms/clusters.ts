import { field, press } from '../../screens/entry';
import type { FormOnScreen } from '../form';
import { text } from './fields';

/** A code in the demo data. Joining twice changes nothing. */
const clusterCode: FormOnScreen = {
  form: 'cluster_code',
  file: 'features/community/join-sheet.tsx',
  screen: 'join cluster',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/clusters');
    await press(page, 'Join a cluster');
    await field(page, 'Cluster code').waitFor();
    return { root: page.getByRole('dialog') };
  },
  fields: { code: text('Cluster code', () => 'IKEJA01', 64) },
  call: ({ visitor }, values) => visitor.call('PATCH', '/business/join', values),
  serverOnly: { not_found: 'Whether a cluster has the code.' },
};

export const clusterForms = [clusterCode];
