import type { User } from '@/api/types';
import { evaluate } from '@/engine';

/** Whether the profile has what every page needs. */
export const isComplete = ({ profile: { first_name, last_name, dob } }: User): boolean =>
  evaluate('profile.complete', { first_name, last_name, dob }).complete;
