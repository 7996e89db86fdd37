import { Link, useNavigate } from '@tanstack/react-router';
import { leave } from '@/api/client';
import type { User } from '@/api/types';
import { AboutForm } from '@/features/identity/about-card';
import { BrandMark } from '@/ui/brand-mark';
import { Button } from '@/ui/button';
import { Warning } from '@/ui/notice';

/** The rest of a profile: the name is known from the sign-up. */
export function FirstProfile({ user, wanted }: { user: User; wanted: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      <BrandMark />
      {wanted ? (
        <Warning role="alert">
          Please complete your profile: your name and date of birth are needed before you continue.
        </Warning>
      ) : (
        <p className="text-muted">Your wallet opens with your name and date of birth.</p>
      )}
      <AboutForm brief user={user} onSaved={() => void navigate({ to: '/dashboard' })} />
      <div className="flex flex-wrap justify-center gap-x-6">
        <Link to="/chat" className="inline-block py-3 text-sm font-semibold text-accent-text hover:underline">
          Ask for help
        </Link>
        <Button look="link" className="text-sm" onClick={leave}>
          Log out
        </Button>
      </div>
    </>
  );
}
