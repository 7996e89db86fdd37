import { useMutation } from '@tanstack/react-query';
import { call, upload } from '@/api/client';
import { updateUser } from '@/api/session';
import type { Fields } from '@/engine/use-engine-form';
import { checkResetCode, forgotPassword, login, refreshUser, register, resetPassword } from './api';
import { type NumberPage, type NumberValues, startWithNumber } from './number';

/** The screens show failures themselves, at the fields concerned, and what comes of a success. */
const meta = { quiet: true, silent: true } as const;

export const useLogin = () => useMutation({ mutationFn: login, meta });

export const useRegister = () => useMutation({ mutationFn: register, meta });

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

/** Saves a part of the profile. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: async (body: Fields<'profile_about'> | Fields<'profile_address'>) => {
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

/** Sends a code to a new phone number. */
export const useSendPhoneCode = () =>
  useMutation({ mutationFn: (phone: string) => call('POST', '/phone/code', { body: { phone } }), meta });

export const useAddPhone = (phone: string) =>
  useMutation({
    mutationFn: (code: string) => call('POST', '/phone', { body: { phone, code } }),
    meta,
    onSuccess: ({ data }) => updateUser(data),
  });

const prove = ({ mode, value, first_name, last_name, dob }: Fields<'identity'>, code?: string) =>
  call('POST', mode === 'nin' ? '/verify/nin' : '/verify/bvn', {
    body: { [mode]: value, firstname: first_name, lastname: last_name, dob, ...(code && { code }) },
  });

/** Sends a code to the phone that a BVN or NIN is registered with. */
export const useSendProofCode = () =>
  useMutation({ mutationFn: (values: Fields<'identity'>) => prove(values), meta });

/** Verifies the user's identity with a BVN or NIN and the code sent to its phone. */
export const useProveIdentity = (values: Fields<'identity'>) =>
  useMutation({
    mutationFn: (code: string) => prove(values, code),
    meta,
    onSuccess: ({ data }) => {
      if ('uuid' in data) updateUser(data);
    },
  });

export const useStartLiveness = () =>
  useMutation({ mutationFn: async () => (await call('POST', '/liveness')).data, meta: { silent: true } });
