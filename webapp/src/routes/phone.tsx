import { Navigate, useRouter } from '@tanstack/react-router';
import { useUser } from '@/api/use-session';
import { useEngineForm } from '@/engine/entry';
import { setPendingPhone } from '@/features/identity/pending-phone';
import { FIRST_DIAL_CODE, PhoneFields } from '@/features/identity/phone-fields';
import { Form } from '@/ui/form';
import { Page } from '@/ui/page';

/** A new or unconfirmed phone number. The next page sends the code. (Document 1, section 2.) */
export function PhoneEntry() {
  const router = useRouter();
  const user = useUser();
  const form = useEngineForm('phone', {
    defaultValues: { dial_code: FIRST_DIAL_CODE, phone: '' },
    keeps: { as: 'phone-entry', fields: ['dial_code', 'phone'] },
  });
  if (!user) return <Navigate to="/login" replace />;
  return (
    <Page title="Verify your phone" back="/profile">
      <Form
        onSubmit={form.handleSubmit((number) => {
          setPendingPhone(number);
          return router.navigate({ href: '/otp-confirm-page' });
        })}
        action="Continue"
      >
        <PhoneFields form={form} />
      </Form>
    </Page>
  );
}
