import { useUser } from '@/api/use-session';

/** Why the user may pay nothing; null where they may. */
export const useRestriction = (): string | null =>
  useUser()?.restricted ? 'Your account is restricted: it cannot pay or send money.' : null;
