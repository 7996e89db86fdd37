import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type MandateDeed, useActAtBank } from '@/features/sandbox/mutations';
import { mandateQuery } from '@/features/sandbox/queries';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';

const DEEDS: { deed: MandateDeed; label: string }[] = [
  { deed: 'authorise', label: 'Authorise' },
  { deed: 'authorise_slowly', label: 'Authorise, and let the bank take its time' },
  { deed: 'refuse', label: 'Leave without authorising' },
];

/** Plays the bank's page for direct debits: the tester decides. */
export function SandboxMandate() {
  const { reference } = getRouteApi('/open/sandbox/mandate/$reference').useParams();
  const mandate = useQuery(mandateQuery(reference));
  const act = useActAtBank(reference);
  return (
    <Page title="Sandbox bank">
      <Loaded query={mandate} waiting={<ListSkeleton rows={2} />}>
        {({ name }) => (
          <Card className="flex flex-col gap-4">
            <p>
              <span>{'A real bank would ask '}</span>
              <strong>{name}</strong>
              <span>{' to allow direct debits. Here you decide what happens.'}</span>
            </p>
            {DEEDS.map(({ deed, label }, index) => (
              <Button
                key={deed}
                wide
                look={index === 0 ? 'primary' : 'quiet'}
                busy={act.isPending}
                onClick={() => act.mutate(deed)}
              >
                {label}
              </Button>
            ))}
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
