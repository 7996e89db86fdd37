import { forgetPerson, type LastPerson } from '@/lib/last-person';
import { Button } from '@/ui/button';
import { PersonDisc } from '@/ui/person-disc';

/** The user who signed in last in this browser. */
export const Greeting = ({ person }: { person: LastPerson }) => (
  <div className="flex items-center gap-3">
    <PersonDisc name={person.name} />
    <p className="flex min-w-0 grow flex-col">
      <strong className="wrap-anywhere">{person.name}</strong>
      <span className="text-sm wrap-anywhere text-muted">{person.email}</span>
    </p>
    <Button look="link" className="px-0 text-sm" onClick={forgetPerson}>
      Not you?
    </Button>
  </div>
);
