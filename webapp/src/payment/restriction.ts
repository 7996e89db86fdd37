import { useUser } from '@/api/use-session';

/** The reason why the user may not pay; null if they may. */
export const useRestriction = (): string | null =>
  useUser()?.restricted ? 'Your account is restricted: it cannot pay or send money.' : null;
