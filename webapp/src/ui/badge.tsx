/** A number at the corner of an icon; nothing for null. Whatever it belongs to has the accessible label. */
export const Badge = ({ name, children }: { name?: string; children: string | null }) =>
  children !== null && (
    <span
      data-testid={name}
      className="figures absolute -end-2 -top-2 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[calc(var(--spacing)*3.25)] font-bold text-on-accent"
    >
      {children}
    </span>
  );
