import type { Cluster } from './clusters';

/** The properties of a cluster. */
export function ClusterFacts({ cluster }: { cluster: Cluster }) {
  const rows = [
    ['Cluster', cluster.name],
    ['Code', cluster.code],
    ['State', cluster.state],
    ['Local government area', cluster.lga],
    ['Members', String(cluster.members)],
  ] as const;
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{label}</dt>
          <dd className="ms-auto text-end font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
