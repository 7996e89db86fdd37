import { useEngineForm } from '@/engine/use-engine-form';

/** Never called: these calls must not compile. */
export function useMistyped() {
  // @ts-expect-error a form's context is required, and so is each fact in it
  useEngineForm('register', { defaultValues: {} });
  // @ts-expect-error a fact that is not known is null, and not left out
  useEngineForm('reset_password', { defaultValues: {}, context: { email: null, brand: null } });
  // @ts-expect-error `nme` is no field of the form
  useEngineForm('register', { defaultValues: { nme: '' }, context: { brand: null } });
  const form = useEngineForm('register', { defaultValues: {}, context: { brand: null } });
  // @ts-expect-error `nme` is no field of the form
  form.register('nme');
  // @ts-expect-error `nme` is no field of the form
  return form.errorOf('nme');
}
