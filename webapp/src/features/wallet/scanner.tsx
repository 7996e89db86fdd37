import { ScanLine } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** Browsers without it have no scanner: the number is typed. */
const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const LOOK_EVERY_MS = 300;

interface ScannerProps {
  /** Shown in its place if the browser has no scanner. */
  none: Elements;
  onScanned: (text: string) => void;
}

/** Reads a QR code through the camera, where the browser can. */
export function Scanner({ none, onScanned }: ScannerProps) {
  const [open, setOpen] = useState(false);
  const Detector = detectorClass();
  if (!Detector || !navigator.mediaDevices) return none;
  if (!open)
    return (
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        <ScanLine aria-hidden className="size-5" />
        <span>Scan QR code</span>
      </Button>
    );
  return (
    <Camera
      Detector={Detector}
      onClose={() => setOpen(false)}
      onScanned={(text) => {
        setOpen(false);
        onScanned(text);
      }}
    />
  );
}

interface CameraProps {
  Detector: DetectorClass;
  onClose: () => void;
  onScanned: (text: string) => void;
}

function Camera({ Detector, onClose, onScanned }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const scanned = useEffectEvent(onScanned);
  useEffect(() => {
    const detector = new Detector({ formats: ['qr_code'] });
    let stream: MediaStream | undefined;
    let over = false;
    const look = async () => {
      const found = video.current ? await detector.detect(video.current).catch(() => []) : [];
      if (over) return;
      const [first] = found;
      if (first) scanned(first.rawValue);
      else setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch(() => setFailed(true));
    return () => {
      over = true;
      stop();
    };
  }, [Detector]);
  if (failed)
    return (
      <p role="alert" className="text-sm text-muted">
        The camera can't be opened. Please type the number.
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <video
        ref={video}
        muted
        playsInline
        className="aspect-square w-full rounded-control bg-sunken object-cover"
      >
        <track kind="captions" />
      </video>
      <Button look="quiet" onClick={onClose}>
        Stop scanning
      </Button>
    </div>
  );
}
