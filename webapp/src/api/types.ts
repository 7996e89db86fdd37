import type { Contract } from './contract';

/** The contract's types that several parts of the app speak of, under their short names. */
export type User = Contract<'User'>;
export type Profile = Contract<'Profile'>;
export type Session = Contract<'Session'>;
export type CodeNext = Contract<'CodeNext'>;
export type AppConfiguration = Contract<'AppConfiguration'>;
