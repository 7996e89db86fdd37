import { useQuery } from '@tanstack/react-query';
import { MapPin, Users } from 'lucide-react';
import { useReducer } from 'react';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { cleaned } from '@/ui/cleaned';
import { Drawing } from '@/ui/drawing';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { FormError } from '@/ui/form-error';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { EmptyState } from '@/ui/states';
import { ClusterFacts } from './cluster-facts';
import { type Cluster, refusalOf, stateQuery, statesQuery, useFindCluster, useJoinCluster } from './clusters';
import { ContactLinks } from './contact-links';
import { FIRST, transition } from './join-flow';

interface Props {
  open: boolean;
  onClose: () => void;
  /** Opens the joined cluster. */
  onOpen: (cluster: Cluster) => void;
  /** The label of the button that leads there. */
  next?: string;
}

type Found = (cluster: Cluster, message: string) => void;

/** Joining a cluster, by its code or by looking for one in a state. */
export function JoinSheet({ open, onClose, onOpen, next = 'Open the chat' }: Props) {
  const [stage, dispatch] = useReducer(transition, FIRST);
  const hasBack = stage.name !== '' && stage.name !== 'completed';
  const onFound: Found = (cluster, message) => dispatch({ type: 'found', cluster, message });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Join a cluster"
      afterClose={() => dispatch({ type: 'closed' })}
      onBack={hasBack ? () => dispatch({ type: 'back' }) : undefined}
      stage={stage.name || 'code'}
    >
      {stage.name === '' && <CodeStage onFound={onFound} onSearch={() => dispatch({ type: 'searched' })} />}
      {stage.name === 'select_cluster_state' && (
        <StateStage onChosen={(state) => dispatch({ type: 'chose_state', state })} />
      )}
      {stage.name === 'select_cluster' && <ClusterStage state={stage.state} onFound={onFound} />}
      {stage.name === 'preview_business' && (
        <PreviewStage
          cluster={stage.cluster}
          message={stage.message}
          onJoined={(cluster, message) => dispatch({ type: 'joined', cluster, message })}
          onOpen={onOpen}
          next={next}
        />
      )}
      {stage.name === 'completed' && (
        <div className="flex flex-col items-center gap-4 text-center">
          <Drawing of="done" drawn />
          <p role="status" className="font-semibold">
            {stage.message}
          </p>
          <Button wide onClick={() => onOpen(stage.cluster)}>
            {next}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function CodeStage({ onFound, onSearch }: { onFound: Found; onSearch: () => void }) {
  const form = useEngineForm('cluster_code', { defaultValues: { code: '' } });
  const find = useFindCluster();
  return (
    <Form
      onSubmit={form.handleSubmit(({ code }) =>
        find.mutate(code, {
          onSuccess: ({ data, message }) => onFound(data, message ?? ''),
          onError: form.showProblem,
        }),
      )}
      action="Continue"
      busy={find.isPending}
      error={form.formError}
      below={
        <Button look="quiet" wide onClick={onSearch}>
          <MapPin aria-hidden className="size-5" />
          <span>Find a cluster in my state</span>
        </Button>
      }
    >
      <TextField
        label="Cluster code"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={form.errorOf('code')}
        {...cleaned(form.register('code'))}
      />
    </Form>
  );
}

const ROW =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-4 text-start font-medium hover:bg-sunken';

function StateStage({ onChosen }: { onChosen: (state: string) => void }) {
  const states = useQuery(statesQuery);
  return (
    <Loaded query={states} empty={<EmptyState title="There are no clusters to join yet." />}>
      {(names) => (
        <ul aria-label="States">
          {names.map((name) => (
            <li key={name}>
              <button type="button" className={ROW} onClick={() => onChosen(name)}>
                <MapPin aria-hidden className="size-5 text-accent-text" />
                <span>{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function ClusterStage({ state, onFound }: { state: string; onFound: Found }) {
  const clusters = useQuery(stateQuery(state));
  const find = useFindCluster();
  return (
    <>
      <h3 className="font-semibold">{`Clusters in ${state}`}</h3>
      <FormError>{find.error?.message}</FormError>
      <Loaded query={clusters} empty={<EmptyState title={`There are no clusters to join in ${state}.`} />}>
        {(rows) => (
          // The height is specified.
          <section aria-label={`Clusters in ${state}`} className="h-[400px] shrink-0 overflow-y-auto">
            <ul className="flex flex-col gap-3">
              {rows.map((cluster) => (
                <li key={cluster.uuid} className="flex flex-col gap-2 rounded-card bg-sunken p-4">
                  <p className="font-semibold wrap-anywhere">{cluster.name}</p>
                  <p className="flex flex-wrap gap-x-4 text-sm text-muted">
                    <span>{cluster.lga}</span>
                    <span className="flex items-center gap-1">
                      <Users aria-hidden className="size-4" />
                      <span>{`${cluster.members} members`}</span>
                    </span>
                  </p>
                  <div className="flex flex-wrap items-center gap-x-4">
                    <Button
                      aria-label={`Select ${cluster.name}`}
                      busy={find.isPending && find.variables === cluster.code}
                      onClick={() =>
                        find.mutate(cluster.code, {
                          onSuccess: ({ data, message }) => onFound(data, message ?? ''),
                        })
                      }
                    >
                      Select
                    </Button>
                    <ContactLinks cluster={cluster} />
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Loaded>
    </>
  );
}

interface PreviewProps {
  cluster: Cluster;
  message: string;
  onJoined: Found;
  onOpen: (cluster: Cluster) => void;
  next: string;
}

function PreviewStage({ cluster, message, onJoined, onOpen, next }: PreviewProps) {
  const join = useJoinCluster();
  const refusal = refusalOf(cluster, 'join');
  return (
    <>
      <p role="status" className="font-semibold">
        {message}
      </p>
      <ClusterFacts cluster={cluster} />
      <ContactLinks cluster={cluster} />
      <FormError>{join.error?.message ?? refusal}</FormError>
      {cluster.membership === 'member' ? (
        <Button wide onClick={() => onOpen(cluster)}>
          {next}
        </Button>
      ) : (
        <Button
          wide
          busy={join.isPending}
          disabled={refusal !== null}
          onClick={() =>
            join.mutate(cluster.code, {
              onSuccess: (answer) => onJoined(answer.data, answer.message ?? ''),
            })
          }
        >
          Confirm
        </Button>
      )}
    </>
  );
}
