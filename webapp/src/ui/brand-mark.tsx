import { classes } from '@/lib/classes';
import { useConfiguration } from './configuration';

/** The logo, at its own aspect ratio. No placeholder while it loads: that would be another brand's logo. */
export function BrandLogo({ className }: { className: string }) {
  const logo = useConfiguration()?.logo;
  const shape = classes('w-auto object-contain', className);
  return logo ? <img src={logo} alt="" className={shape} /> : <span aria-hidden className={shape} />;
}

/** The banner of a tenant that has one. */
export function BrandBanner() {
  const banner = useConfiguration()?.banner;
  return banner && <img src={banner} alt="" className="aspect-2/1 w-full rounded-card object-cover" />;
}

/** The tenant's logo and name, where there is no header to hold them. */
export function BrandMark() {
  return (
    <p className="flex min-h-11 items-center gap-3 text-lg font-bold">
      <BrandLogo className="h-11 max-w-36 min-w-11 rounded-control" />
      <span>{useConfiguration()?.name}</span>
    </p>
  );
}
