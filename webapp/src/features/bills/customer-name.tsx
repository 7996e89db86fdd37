import { UserRoundCheck } from 'lucide-react';

interface Props {
  /** The provider is being asked. */
  asking: boolean;
  name: string | undefined;
}

/** Whose smart card or meter it is, once the provider has said. */
export function CustomerName({ asking, name }: Props) {
  return (
    <p
      role="status"
      className="flex min-h-11 items-center gap-3 rounded-control bg-sunken px-4 text-sm empty:hidden"
    >
      {asking && 'Checking the number'}
      {!asking && name !== undefined && (
        <>
          <UserRoundCheck aria-hidden className="size-5 shrink-0 text-positive" />
          <strong className="wrap-anywhere">{name}</strong>
        </>
      )}
    </p>
  );
}
