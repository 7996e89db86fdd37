import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEngineForm } from '@/engine/entry';
import { readStored } from '@/lib/storage';
import { cleaned } from '@/ui/cleaned';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { useConsent } from './consent';
import { useStartWithNumber } from './mutations';
import type { NumberMode, NumberPage } from './number';

/** (Document 1, section 8.) */
const ERRORS_CLEAR_AFTER_MS = 2000;

const NAMES: Record<NumberMode, { label: string; hint: string }> = {
  bvn: {
    label: 'Bank verification number (BVN)',
    hint: 'Eleven digits. Dial *565*0# on the phone registered with your bank to see it.',
  },
  nin: {
    label: 'National identity number (NIN)',
    hint: 'Eleven digits. Dial *346# on the phone registered with it to see it.',
  },
};

interface Props {
  mode: NumberMode;
  page: NumberPage;
  action: string;
}

/** Signing in or up with a BVN or NIN and a code to the registered phone. */
export function NumberForm({ mode, page, action }: Props) {
  const router = useRouter();
  const form = useEngineForm('identity_number', {
    defaultValues: { mode, value: '', referrer: readStored('referrer') ?? '' },
    // The number is never stored.
    keeps: { as: page, fields: ['referrer'] },
  });
  const send = useStartWithNumber(page);
  const { afterConsent, sheet } = useConsent(mode);
  const { formError, setFormError } = form;
  useEffect(() => {
    if (formError === null) return;
    const timer = setTimeout(() => setFormError(null), ERRORS_CLEAR_AFTER_MS);
    return () => clearTimeout(timer);
  }, [formError, setFormError]);
  const { label, hint } = NAMES[mode];
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        afterConsent(() =>
          send.mutate(
            { ...values, mode },
            { onSuccess: (href) => router.navigate({ href }), onError: form.showProblem },
          ),
        ),
      )}
      action={action}
      busy={send.isPending}
      error={formError}
    >
      <TextField
        label={label}
        hint={hint}
        inputMode="numeric"
        autoComplete="off"
        error={form.errorOf('value')}
        {...cleaned(form.register('value'), () => form.trigger('value'))}
      />
      {page === 'identity-registration' && (
        <TextField
          label="Referral code (optional)"
          autoComplete="off"
          error={form.errorOf('referrer')}
          {...form.register('referrer')}
        />
      )}
      {sheet}
    </Form>
  );
}
