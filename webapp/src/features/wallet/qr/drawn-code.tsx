import { encode } from 'uqr';

/** A QR code. Always dark on light, with a quiet zone: scanners need both. */
export default function DrawnCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-control bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  );
}
