import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '@/api/configuration';
import type { Elements } from '@/lib/elements';
import { useKept } from '@/lib/kept';
import { Button } from '@/ui/button';

export type Method = 'google' | 'bvn' | 'nin' | 'email';

const METHODS: { value: Method; label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'bvn', label: 'BVN' },
  { value: 'nin', label: 'NIN' },
  { value: 'google', label: 'Google' },
];

interface Props {
  label: string;
  /** Whether the choice is made: the form alone is shown. */
  chosen?: boolean;
  /** The form of the method. */
  children: (method: Method) => Elements;
}

/** The choice between sign-in methods. One is always selected. */
export function MethodChooser({ label, chosen: isChosen, children }: Props) {
  const [method, setMethod] = useKept<Method>(label, 'method', 'email');
  const { data: configuration, error, refetch } = useQuery({ ...configurationQuery, enabled: false });
  const numbers = configuration?.national_numbers ?? true;
  const offered: Record<Method, boolean> = {
    email: true,
    bvn: numbers,
    nin: numbers,
    google: configuration?.google ?? false,
  };
  const chosen = offered[method] ? method : 'email';
  return (
    <div className="flex flex-col gap-5">
      <fieldset
        hidden={isChosen && chosen === 'email'}
        className="flex flex-wrap gap-1 rounded-control bg-sunken p-1"
      >
        <legend className="sr-only">{label}</legend>
        {METHODS.filter(({ value }) => offered[value]).map(({ value, label: name }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            className="min-h-11 grow rounded-control px-2 text-center text-sm font-medium text-muted aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-raised"
            onClick={() => setMethod(value)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {error && !configuration && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <span>Some sign-in options are unavailable because our server did not respond.</span>
          <Button look="link" className="px-0" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <div key={chosen}>{children(chosen)}</div>
    </div>
  );
}
