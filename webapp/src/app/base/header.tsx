import { Link } from '@tanstack/react-router';
import type { Elements } from '@/lib/elements';
import { BrandLogo } from '@/ui/brand-mark';
import { useConfiguration } from '@/ui/configuration';

interface Props {
  /** In place of the logo. */
  lead?: Elements;
  children?: Elements;
}

/** The header of the pages inside, on a phone. */
export function Header({ lead = <Logo />, children }: Props) {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 md:hidden">
      {lead}
      {children}
    </header>
  );
}

export function Logo() {
  const name = useConfiguration()?.name;
  return (
    <Link
      to="/dashboard"
      aria-label={name ? undefined : 'Home'}
      className="flex min-h-11 min-w-0 items-center gap-2 text-lg font-bold"
    >
      <BrandLogo className="h-8 max-w-28 min-w-8 shrink-0 rounded-lg" />
      <span className="truncate">{name}</span>
    </Link>
  );
}
