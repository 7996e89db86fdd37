import { useConfiguration } from './configuration';

/** The tenant's logo and name, where there is no header to hold them. */
export function BrandMark() {
  const brand = useConfiguration();
  return (
    <p className="flex items-center gap-3 text-lg font-bold">
      <img src={brand?.logo ?? '/icon.svg'} alt="" className="size-11 rounded-control" />
      {brand?.name}
    </p>
  );
}
