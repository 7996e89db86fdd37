import type { UseFormRegisterReturn } from 'react-hook-form';
import { SelectField, TextField } from '@/ui/field';
import { dashed } from '@/ui/typed';

export const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];

type Name = 'first_name' | 'last_name' | 'gender' | 'dob';

interface Props {
  form: {
    register: (field: Name) => UseFormRegisterReturn;
    errorOf: (field: Name) => string | undefined;
  };
  /** Whether the browser may autofill the user's data: not for a customer. */
  own: boolean;
  /** Fields that an identity check has proven: they no longer change. */
  proven?: readonly string[];
}

/** First and last name. */
export function NameFields({ form, own, proven = [] }: Props) {
  const { register, errorOf } = form;
  const filled = (as: string) => (own ? as : 'off');
  return (
    <>
      <TextField
        label="First name"
        autoComplete={filled('given-name')}
        readOnly={proven.includes('first_name')}
        error={errorOf('first_name')}
        {...register('first_name')}
      />
      <TextField
        label="Last name"
        autoComplete={filled('family-name')}
        readOnly={proven.includes('last_name')}
        error={errorOf('last_name')}
        {...register('last_name')}
      />
    </>
  );
}

/** Gender and date of birth. */
export function AboutFields({ form, own, proven = [] }: Props) {
  const { register, errorOf } = form;
  return (
    <>
      <SelectField
        label="Gender"
        placeholder="Please choose"
        options={GENDERS}
        error={errorOf('gender')}
        {...register('gender')}
      />
      <TextField
        label="Date of birth"
        autoComplete={own ? 'bday' : 'off'}
        inputMode="numeric"
        placeholder="dd-mm-yyyy"
        hint={
          proven.includes('dob')
            ? 'Your identity was verified with your names and this date. They can no longer be changed.'
            : 'Day, month, year: 24-05-1990'
        }
        readOnly={proven.includes('dob')}
        error={errorOf('dob')}
        {...dashed(register('dob'))}
      />
    </>
  );
}
