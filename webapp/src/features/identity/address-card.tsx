import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { AddressSearch } from './address-search';
import { AddressVerificationSheet } from './address-verification-sheet';
import { useSaveProfile } from './mutations';
import { type Country, countriesQuery, localGovernmentsQuery, type Place } from './profile';
import { ProfileCard, Rows } from './profile-card';

interface Props {
  user: User;
  editing: boolean;
  wanted: boolean;
  onEdit: () => void;
  onSaved: () => void;
}

/** The user's address and its verification. */
export function AddressCard({ user, editing, wanted, onEdit, onSaved }: Props) {
  const { profile } = user;
  const countries = useQuery({ ...countriesQuery, enabled: editing });
  return (
    // The expanded form makes the page long enough to scroll to it.
    <ProfileCard title="Address" editing={editing} onEdit={onEdit} wanted={wanted && countries.isFetched}>
      {!editing && (
        <>
          <Rows
            rows={[
              ['Address', profile.address],
              ['City', profile.city],
              ['Local government', profile.lga],
              ['State', profile.state],
              ['Country', profile.country],
              ['Postal code', profile.postal_code],
              ['Landmark', profile.landmark],
            ]}
          />
          <AddressVerification user={user} />
        </>
      )}
      {editing && (
        <Loaded query={countries} waiting={<ListSkeleton rows={5} />}>
          {(loaded) => <AddressForm user={user} countries={loaded} onSaved={onSaved} />}
        </Loaded>
      )}
    </ProfileCard>
  );
}

/** The state of the verification, or a button to start it. */
function AddressVerification({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  if (user.settings.address_verified_at) {
    return (
      <p className="flex items-center gap-2 text-sm font-medium text-positive">
        <BadgeCheck aria-hidden className="size-5" />
        <span>This address is verified</span>
      </p>
    );
  }
  if (user.meta.pending_addr_verification) {
    return (
      <p className="flex items-center gap-2 text-sm font-medium text-warning">
        <Clock aria-hidden className="size-5" />
        <span>This address is being verified</span>
      </p>
    );
  }
  return (
    <>
      <Button look="quiet" wide disabled={!user.profile.address} onClick={() => setOpen(true)}>
        Verify Address
      </Button>
      {!user.profile.address && <p className="text-sm text-muted">Save your address first.</p>}
      <AddressVerificationSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}

const LGA = 'Local government (optional)';

/** A saved or suggested name may be spelled differently: it remains an option. */
const withCurrent = (areas: string[], current: string): string[] =>
  current === '' || areas.includes(current) ? areas : [current, ...areas];

function AddressForm({
  user,
  countries,
  onSaved,
}: {
  user: User;
  countries: Country[];
  onSaved: () => void;
}) {
  const { profile } = user;
  const [country, setCountry] = useState(profile.country ?? 'Nigeria');
  const known = countries.find(({ name }) => name === country);
  const states = known?.states ?? [];
  const form = useEngineForm('profile_address', {
    defaultValues: {
      address: profile.address ?? '',
      postal_code: profile.postal_code ?? '',
      country,
      state: profile.state ?? '',
      city: profile.city ?? '',
      lga: profile.lga ?? '',
      landmark: profile.landmark ?? '',
    },
    context: { has_states: known ? states.length > 0 : null },
  });
  const [state, lga] = form.watch(['state', 'lga']);
  const { data: areas = [] } = useQuery(localGovernmentsQuery(country, state));
  const save = useSaveProfile();
  const choose = (place: Place) => {
    setCountry(place.country);
    form.reset({
      ...form.getValues(),
      address: place.address,
      city: place.city,
      lga: place.lga ?? '',
      state: place.state ?? '',
      country: place.country,
      postal_code: place.postal_code ?? '',
    });
  };
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        save.mutate(values, { onSuccess: onSaved, onError: form.showProblem }),
      )}
      action="Save address"
      busy={save.isPending}
      error={form.formError}
    >
      <AddressSearch onChosen={choose} />
      <TextField
        label="Address"
        autoComplete="street-address"
        error={form.errorOf('address')}
        {...form.register('address')}
      />
      <SelectField
        label="Country"
        autoComplete="country-name"
        options={countries.map(({ name }) => ({ value: name, label: name }))}
        error={form.errorOf('country')}
        {...form.register('country', {
          onChange: (event) => {
            setCountry(event.target.value);
            form.setValue('state', '');
            form.setValue('lga', '');
          },
        })}
      />
      {states.length > 0 && (
        <SelectField
          label="State"
          autoComplete="address-level1"
          placeholder="Please choose"
          options={states.map((name) => ({ value: name, label: name }))}
          error={form.errorOf('state')}
          {...form.register('state', { onChange: () => form.setValue('lga', '') })}
        />
      )}
      <TextField
        label="City"
        autoComplete="address-level2"
        error={form.errorOf('city')}
        {...form.register('city')}
      />
      {areas.length > 0 ? (
        <SelectField
          // A new state brings a new list: the field is mounted again with its value.
          key={state}
          label={LGA}
          placeholder="Please choose"
          options={withCurrent(areas, lga).map((name) => ({ value: name, label: name }))}
          error={form.errorOf('lga')}
          {...form.register('lga')}
        />
      ) : (
        <TextField label={LGA} error={form.errorOf('lga')} {...form.register('lga')} />
      )}
      <TextField
        label="Postal code"
        autoComplete="postal-code"
        error={form.errorOf('postal_code')}
        {...form.register('postal_code')}
      />
      <TextField
        label="Landmark (optional)"
        error={form.errorOf('landmark')}
        {...form.register('landmark')}
      />
    </Form>
  );
}
