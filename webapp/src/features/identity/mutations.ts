import { useMutation } from '@tanstack/react-query';
import { call, upload } from '@/api/client';
import { Problem } from '@/api/problem';
import { updateUser } from '@/api/session';
import { evaluate, type Fields } from '@/engine/entry';
import {
  checkResetCode,
  forgotPassword,
  login,
  loginWithCode,
  refreshUser,
  register,
  resetPassword,
  verifyRegistration,
} from './api';
import { enterNumberCode, type NumberPage, type NumberValues, startWithNumber } from './number';
import type { PhoneNumber } from './pending-phone';
import { rememberSent } from './sent';

/** The screens themselves show failures, at the fields concerned, and the result of a success. */
const meta = { quiet: true, silent: true } as const;

export const useLogin = () => useMutation({ mutationFn: login, meta });

export const useRegister = () => useMutation({ mutationFn: register, meta });

/** The recipient of a code: an address, or the phone registered with a national number. */
export type CodeTarget = { email: string } | { number: NumberPage };

/** The effect of a correct code, by the rules' action. */
const BY_EMAIL: Record<string, (email: string, code: string) => Promise<void>> = {
  validate: verifyRegistration,
  'otp-login': loginWithCode,
  reset: checkResetCode,
};

interface Entering {
  /** Shows a message of the server, if there is one. */
  told: (message: string) => void;
  onEntered: () => Promise<void>;
}

/** Enters the code that was sent for an action. */
export const useEnterCode = (target: CodeTarget, action: string, { told, onEntered }: Entering) =>
  useMutation({
    mutationFn: async (complete: string) => {
      const { wire } = evaluate('otp.wire', { code: complete }) as { wire: string };
      if ('email' in target) await BY_EMAIL[action]?.(target.email, wire);
      else await enterNumberCode(target.number, wire, told);
    },
    meta,
    onSuccess: onEntered,
  });

/** Sends a code again; the answer is a message to show, if there is one. */
export const useSendCodeAgain = (send: () => Promise<string | null>) =>
  useMutation({ mutationFn: send, meta: { silent: true } });

/** Starts a sign-in or sign-up with a national number. */
export const useStartWithNumber = (page: NumberPage) =>
  useMutation({ mutationFn: (values: NumberValues) => startWithNumber(page, values), meta });

/** Sends a code for a password reset. */
export const useForgotPassword = () => useMutation({ mutationFn: forgotPassword, meta });

export const useCheckResetCode = (email: string) =>
  useMutation({ mutationFn: (code: string) => checkResetCode(email, code), meta });

export const useResetPassword = (email: string) =>
  useMutation({ mutationFn: (password: string) => resetPassword(email, password), meta });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Fields<'password_change'>) => call('POST', '/user/change-password', { body }),
    meta,
  });

/** In degrees, as decimal text; both blank to remove it. */
interface Location {
  latitude: string;
  longitude: string;
}

/** Saves a part of the profile. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: async (body: Fields<'profile_about'> | Fields<'profile_address'> | Location) => {
      await call('POST', '/profile', { body });
      await refreshUser();
    },
    meta,
  });

export const useSaveAvatar = () =>
  useMutation({
    mutationFn: async (file: File) => {
      await upload('/profile/avatar', file);
      await refreshUser();
    },
    meta,
  });

/** Sends a code to a phone number. */
export async function sendPhoneCode(number: PhoneNumber) {
  const answer = await call('POST', '/phone/code', { body: number });
  rememberSent('phone', answer.data.resend_seconds);
  return answer;
}

export const useSendPhoneCode = () => useMutation({ mutationFn: sendPhoneCode, meta });

export const useAddPhone = (number: PhoneNumber) =>
  useMutation({
    mutationFn: (code: string) => call('POST', '/phone', { body: { ...number, code } }),
    meta,
    onSuccess: ({ data }) => updateUser(data),
  });

const prove = ({ mode, value, first_name, last_name, dob }: Fields<'identity'>, code?: string) =>
  call('POST', mode === 'nin' ? '/verify/nin' : '/verify/bvn', {
    body: { [mode]: value, firstname: first_name, lastname: last_name, dob, ...(code && { code }) },
  }).catch((error: unknown) => {
    // The call names the number by its kind.
    throw error instanceof Problem ? error.renamed(mode, 'value') : error;
  });

/** Sends a code to the phone that a BVN or NIN is registered with. */
export const useSendProofCode = () =>
  useMutation({
    mutationFn: (values: Fields<'identity'>) => prove(values),
    meta,
    onSuccess: ({ data }) => {
      if ('code_sent' in data) rememberSent('identity', data.resend_seconds);
    },
  });

/** Verifies the user's identity with a BVN or NIN and the code sent to its phone. */
export const useProveIdentity = (values: Fields<'identity'>) =>
  useMutation({
    mutationFn: (code: string) => prove(values, code),
    meta,
    onSuccess: ({ data }) => {
      if ('uuid' in data) updateUser(data);
    },
  });

/** The customer that an account is opened for. */
export type NewCustomer = Fields<'profile_about'> & Fields<'forgot_password'> & PhoneNumber;

/** Sends a code to a customer, to open an account. */
export const useSendOpeningCode = () =>
  useMutation({
    mutationFn: (customer: NewCustomer) => call('POST', '/user/init', { body: customer }),
    meta,
    onSuccess: ({ data }) => rememberSent('customer', data.resend_seconds),
  });

export const useOpenAccount = (customer: NewCustomer) =>
  useMutation({
    mutationFn: (code: string) => call('POST', '/user/proxy-create', { body: { ...customer, code } }),
    meta,
  });

/** A person without an account who is invited to a group's savings. */
export type Friend = Fields<'group_member'>;

/** Sends a code to a friend, for whom the creator of a group opens an account. */
export const useSendFriendCode = (subscription: string) =>
  useMutation({
    mutationFn: (friend: Friend) =>
      call('POST', '/subscriptions/{id}/members/init', { path: { id: subscription }, body: friend }),
    meta,
    onSuccess: ({ data }) => rememberSent('friend', data.resend_seconds),
  });

export const useOpenFriendAccount = (subscription: string, friend: Friend) =>
  useMutation({
    mutationFn: (code: string) =>
      call('POST', '/subscriptions/{id}/members/proxy-create', {
        path: { id: subscription },
        body: { ...friend, code },
      }),
    meta,
  });

export const useStartLiveness = () =>
  useMutation({ mutationFn: async () => (await call('POST', '/liveness')).data, meta: { silent: true } });
