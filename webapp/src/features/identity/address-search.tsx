import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { TextField } from '@/ui/field';
import { type Place, placesQuery } from './profile';

/** From the opening of the form to the first search. (Document 1, section 9.) */
const BEGINS_AFTER_MS = 2000;
const PAUSE_MS = 300;

/** Suggests addresses while typing. The fields below can be filled in without it. */
export function AddressSearch({ onChosen }: { onChosen: (place: Place) => void }) {
  const list = useId();
  const [begun, setBegun] = useState(false);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setBegun(true), BEGINS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const places = useQuery({ ...placesQuery(asked), enabled: begun && asked !== '' });
  const shown = asked === '' ? [] : (places.data ?? []);
  const none = asked !== '' && places.isSuccess && shown.length === 0;
  const hint = places.isError
    ? 'No suggestions at the moment. Please fill in the fields.'
    : none
      ? 'We found no such address. Please fill in the fields.'
      : undefined;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Find your address"
        type="search"
        autoComplete="off"
        placeholder="12 Allen Avenue, Ikeja"
        aria-controls={list}
        hint={hint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul id={list} aria-label="Suggestions" className="flex flex-col gap-1 empty:hidden">
        {shown.map((place) => (
          <li key={place.label}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-3 rounded-control bg-sunken px-4 py-2 text-start text-sm hover:brightness-97"
              onClick={() => {
                onChosen(place);
                setTyped('');
                setAsked('');
              }}
            >
              <MapPin aria-hidden className="size-4 shrink-0 text-accent-text" />
              <span>{place.label}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {asked !== '' && places.isSuccess && `${shown.length} suggestions`}
      </p>
    </div>
  );
}
