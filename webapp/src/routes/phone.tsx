import { useRouter } from '@tanstack/react-router';
import { useEngineForm } from '@/engine/use-engine-form';
import { PhoneFields } from '@/features/identity/phone-fields';
import { Form } from '@/ui/form';
import { Page } from '@/ui/page';

/** Where a phone number is entered before its code. Nothing is sent from here. (Document 1, section 2.) */
export function PhoneEntry() {
  const router = useRouter();
  const form = useEngineForm('phone', {
    defaultValues: { phone: '' },
    keeps: { as: 'phone-entry', fields: ['phone'] },
  });
  return (
    <Page title="Verify your phone" back="/login">
      <Form
        onSubmit={form.handleSubmit(() => router.navigate({ href: '/otp-confirm-page' }))}
        action="Continue"
      >
        <PhoneFields error={form.errorOf('phone')} {...form.register('phone')} />
      </Form>
    </Page>
  );
}
