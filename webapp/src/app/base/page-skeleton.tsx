/** The content of any page inside that is still loading. */
export const PageSkeleton = () => (
  <div role="status" aria-label="Loading" className="flex animate-pulse flex-col gap-5 px-gutter pt-4">
    <div className="h-12 rounded-card bg-sunken" />
    <div className="h-56 rounded-card bg-sunken" />
  </div>
);
