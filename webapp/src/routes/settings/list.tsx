import { Link } from '@tanstack/react-router';
import { LogOut, Search } from 'lucide-react';
import { useState } from 'react';
import { leave } from '@/api/client';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { PersonCard } from '@/features/identity/person-card';
import { Button } from '@/ui/button';
import { useOffered, useServices } from '@/ui/configuration';
import { inputClasses } from '@/ui/field';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { EmptyState } from '@/ui/states';
import { type PageName, SETTINGS, usePages } from './places';
import { useValues, useVerification } from './values';

/** The user, a search, and the pages of the settings with their present values. `chosen`: the page beside the list. */
export function SettingsList({ chosen }: { chosen: PageName | undefined }) {
  const user = useUser();
  const verification = useVerification();
  const [asked, setAsked] = useState('');
  if (!user) return null;
  return (
    <>
      <Link to="/profile" className="rounded-card">
        <PersonCard user={user} verification={verification} />
      </Link>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted"
        />
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          autoComplete="off"
          className={`${inputClasses(false)} ps-12`}
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
        />
      </div>
      {asked.trim() === '' ? <Pages chosen={chosen} /> : <Found user={user} asked={asked} />}
      <Button look="plain" wide onClick={leave}>
        <LogOut aria-hidden className="size-5 rtl:rotate-180" />
        <span>Log out</span>
      </Button>
    </>
  );
}

function Pages({ chosen }: { chosen: PageName | undefined }) {
  const pages = usePages();
  const values = useValues();
  return (
    <Card>
      {pages.map(({ page, label, icon }) => (
        <Row
          key={page}
          to={`/settings/${page}`}
          icon={icon}
          label={label}
          value={values[page]}
          chosen={page === chosen}
        />
      ))}
    </Card>
  );
}

/** The settings whose name or words contain every word that was typed. */
function Found({ user, asked }: { user: User; asked: string }) {
  const pages = usePages();
  const has = useServices();
  const settings = useOffered(SETTINGS).filter(({ page, isOf }) => {
    const isOffered = pages.some((one) => one.page === page);
    return isOffered && (isOf?.(user, has) ?? true);
  });
  const terms = asked.trim().toLowerCase().split(/\s+/);
  const fits = ({ label, words }: { label: string; words: string }) => {
    const text = `${label} ${words}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  };
  const found = [
    ...settings.filter(fits).map(({ label, page, at }) => ({ label, page, at })),
    ...pages.filter(fits).map(({ label, page }) => ({ label, page, at: undefined })),
  ];
  const pageOf = (name: PageName) => pages.find(({ page }) => page === name);
  return (
    <div role="status">
      {found.length === 0 ? (
        <EmptyState title={`Nothing is called “${asked.trim()}”`}>
          <Link to="/chat" className="inline-block py-3 font-semibold text-accent-text underline">
            Ask us in the chat
          </Link>
        </EmptyState>
      ) : (
        <Card>
          {found.map(({ label, page, at }) => {
            const place = pageOf(page);
            return (
              place && (
                <Row
                  key={`${page} ${label}`}
                  to={`/settings/${page}`}
                  hash={at}
                  icon={place.icon}
                  label={label}
                  value={at && place.label}
                />
              )
            );
          })}
        </Card>
      )}
    </div>
  );
}
