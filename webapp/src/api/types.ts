import type { Contract } from './contract';

/** Short names for the contract's types that several parts of the app use. */
export type User = Contract<'User'>;
export type Profile = Contract<'Profile'>;
export type Session = Contract<'Session'>;
export type CodeNext = Contract<'CodeNext'>;
export type AppConfiguration = Contract<'AppConfiguration'>;
