import type { Cluster } from './clusters';

/** What is known of a cluster. */
export function ClusterFacts({ cluster }: { cluster: Cluster }) {
  const rows = [
    ['Cluster', cluster.name],
    ['Code', cluster.code],
    ['State', cluster.state],
    ['Local government area', cluster.lga],
    ['Members', String(cluster.members)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
