import type { Cluster } from './clusters';

/** Joining a cluster, stage by stage. The names follow document 2, section 2. */
export type Stage =
  /** Entering a code. */
  | { name: '' }
  | { name: 'select_cluster_state' }
  | { name: 'select_cluster'; state: string }
  /** `from`: the state whose list it was chosen from. */
  | { name: 'preview_business'; cluster: Cluster; message: string; from: string | null }
  | { name: 'completed'; cluster: Cluster; message: string };

export type Event =
  | { type: 'searched' }
  | { type: 'chose_state'; state: string }
  | { type: 'found'; cluster: Cluster; message: string }
  | { type: 'joined'; cluster: Cluster; message: string }
  | { type: 'back' }
  | { type: 'closed' };

export const FIRST: Stage = { name: '' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  if (event.type === 'back') return previous(stage);
  if (event.type === 'closed') return FIRST;
  if (stage.name === '' && event.type === 'searched') return { name: 'select_cluster_state' };
  if (stage.name === 'select_cluster_state' && event.type === 'chose_state')
    return { name: 'select_cluster', state: event.state };
  if ((stage.name === '' || stage.name === 'select_cluster') && event.type === 'found') {
    const { cluster, message } = event;
    const from = stage.name === 'select_cluster' ? stage.state : null;
    return { name: 'preview_business', cluster, message, from };
  }
  if (stage.name === 'preview_business' && event.type === 'joined')
    return { name: 'completed', cluster: event.cluster, message: event.message };
  return stage;
}

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case '':
    case 'select_cluster_state':
      return FIRST;
    case 'select_cluster':
      return { name: 'select_cluster_state' };
    case 'preview_business':
      return stage.from === null ? FIRST : { name: 'select_cluster', state: stage.from };
    case 'completed':
      return stage;
  }
}
