import { type ComponentProps, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { Field, inputClasses, TextField } from '@/ui/field';
import { PersonDisc } from '@/ui/person-disc';

interface Bank {
  code: string;
  name: string;
}

interface Props extends Omit<ComponentProps<'select'>, 'id'> {
  banks: readonly Bank[];
  placeholder: string;
  error: string | undefined;
  onBank: (code: string) => void;
}

/**
 * A bank. A keyboard and a screen reader use the select, which finds a bank by its first letters; a tap opens a list with
 * a search, because a phone shows dozens of banks on a wheel.
 */
export function BankField({ banks, placeholder, error, onBank, ...field }: Props) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    // The list had the focus.
    place.current?.querySelector('select')?.focus();
  };
  return (
    <>
      <Field label="Bank" error={error}>
        {(given) => (
          <div ref={place} className="relative">
            <select className={inputClasses(Boolean(error))} {...given} {...field}>
              <option value="">{placeholder}</option>
              {banks.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
            <button
              type="button"
              aria-hidden
              tabIndex={-1}
              className="absolute inset-0"
              onClick={() => setOpen(!open)}
            />
          </div>
        )}
      </Field>
      {open && (
        <BankList
          banks={banks}
          onClose={close}
          onBank={(code) => {
            close();
            onBank(code);
          }}
        />
      )}
    </>
  );
}

interface ListProps {
  banks: readonly Bank[];
  onBank: (code: string) => void;
  onClose: () => void;
}

function BankList({ banks, onBank, onClose }: ListProps) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = banks.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Search banks"
        type="search"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // The sheet around it stays.
            event.stopPropagation();
            onClose();
          }
          if (event.key !== 'Enter') return;
          // Enter chooses the only remaining bank instead of submitting the form.
          event.preventDefault();
          const [first, second] = found;
          if (first && !second) onBank(first.code);
        }}
      />
      <ul
        className={classes(
          'max-h-72 overflow-y-auto rounded-control border border-line',
          !found.length && 'hidden',
        )}
      >
        {found.map(({ code, name }) => (
          <li key={code}>
            <button
              type="button"
              className="flex min-h-14 w-full items-center gap-3 px-3 text-start hover:bg-sunken"
              onClick={() => onBank(code)}
            >
              <PersonDisc name={name} />
              <span className="min-w-0">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {found.length === 0 && 'No bank has that name.'}
      </p>
    </div>
  );
}
