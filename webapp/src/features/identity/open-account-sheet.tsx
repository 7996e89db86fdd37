import { useState } from 'react';
import { type Fields, useEngineForm } from '@/engine/use-engine-form';
import { forgetKept } from '@/lib/kept';
import { useToday } from '@/lib/today';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { AboutFields, NameFields } from './about-fields';
import { CodeForm } from './code-form';
import { type NewCustomer, useOpenAccount, useSendOpeningCode } from './mutations';
import { FIRST_DIAL_CODE, PhoneFields } from './phone-fields';
import { WroteTo } from './wrote-to';

const KEPT = 'open-account';

type About = Fields<'profile_about'>;
type Contact = Fields<'forgot_password'>;

type Stage =
  | { name: 'about' }
  | { name: 'email'; about: About }
  | { name: 'phone'; customer: About & Contact }
  | { name: 'code'; customer: NewCustomer };

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Opens an account for a customer, with the code sent to their email address. Needs the permission `users.create`. */
export function OpenAccountSheet({ open, onClose }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'about' });
  const again = () => setStage({ name: 'about' });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={again}
      title="Open an account"
      onBack={stage.name === 'about' ? undefined : again}
      stage={stage.name}
    >
      {stage.name === 'about' && <AboutStage onNext={(about) => setStage({ name: 'email', about })} />}
      {stage.name === 'email' && (
        <EmailStage
          onNext={(contact) => setStage({ name: 'phone', customer: { ...stage.about, ...contact } })}
        />
      )}
      {stage.name === 'phone' && (
        <PhoneStage customer={stage.customer} onSent={(customer) => setStage({ name: 'code', customer })} />
      )}
      {stage.name === 'code' && <CodeStage customer={stage.customer} onOpened={onClose} />}
    </Sheet>
  );
}

function AboutStage({ onNext }: { onNext: (about: About) => void }) {
  const form = useEngineForm('profile_about', {
    defaultValues: { first_name: '', last_name: '', gender: '', dob: '', about: '' },
    context: { today: useToday() },
    keeps: { as: KEPT, fields: ['first_name', 'last_name', 'gender', 'dob'] },
  });
  return (
    <Form onSubmit={form.handleSubmit(onNext)} action="Continue" error={form.formError}>
      <p className="text-sm text-muted">
        The customer gets a code by email and tells it to you. The account has no password until they set one.
      </p>
      <NameFields form={form} own={false} />
      <AboutFields form={form} own={false} />
    </Form>
  );
}

function EmailStage({ onNext }: { onNext: (contact: Contact) => void }) {
  const form = useEngineForm('forgot_password', {
    defaultValues: { email: '' },
    keeps: { as: `${KEPT}.email`, fields: ['email'] },
  });
  return (
    <Form onSubmit={form.handleSubmit(onNext)} action="Continue" error={form.formError}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={form.errorOf('email')}
        {...form.register('email')}
      />
    </Form>
  );
}

interface PhoneStageProps {
  customer: About & Contact;
  onSent: (customer: NewCustomer) => void;
}

function PhoneStage({ customer, onSent }: PhoneStageProps) {
  const form = useEngineForm('phone', {
    defaultValues: { dial_code: FIRST_DIAL_CODE, phone: '' },
    keeps: { as: `${KEPT}.phone`, fields: ['dial_code', 'phone'] },
  });
  const send = useSendOpeningCode();
  return (
    <Form
      onSubmit={form.handleSubmit((number) => {
        const whole = { ...customer, ...number };
        send.mutate(whole, { onSuccess: () => onSent(whole), onError: form.showProblem });
      })}
      action="Send code"
      busy={send.isPending}
      error={form.formError}
    >
      <PhoneFields form={form} />
    </Form>
  );
}

function CodeStage({ customer, onOpened }: { customer: NewCustomer; onOpened: () => void }) {
  const enter = useOpenAccount(customer);
  const again = useSendOpeningCode();
  return (
    <CodeForm
      purpose="customer"
      to={<WroteTo email={customer.email}>If there is a code in the email, enter it here.</WroteTo>}
      action="Open the account"
      enter={enter}
      onEntered={({ data }) => {
        toast.success(`${data.name}'s account is open.`);
        forgetKept(KEPT);
        onOpened();
      }}
      resend={async () => {
        await again.mutateAsync(customer);
        return `We wrote to ${customer.email} again.`;
      }}
    />
  );
}
