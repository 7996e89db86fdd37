import { saveFile } from '@/lib/save-file';

/**
 * A picture to share where links cannot be: the brand's name and colours, and the user's code. It is drawn here, with
 * nothing fetched.
 */
export interface Invitation {
  brand: string;
  code: string;
  link: string;
}

const SIDE = 1080;
const MARGIN = 96;

/** The picture as a PNG file. */
export async function invitationPicture(invitation: Invitation): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  draw(context, invitation);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('The picture could not be made.');
  return new File([blob], `${invitation.code}.png`, { type: 'image/png' });
}

function draw(context: CanvasRenderingContext2D, { brand, code, link }: Invitation): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = style.fontFamily || 'sans-serif';
  const write = (text: string, y: number, size: number, weight: number) => {
    context.font = `${weight} ${size}px ${font}`;
    // Wide text is condensed, never cut.
    context.fillText(text, SIDE / 2, y, SIDE - 2 * MARGIN);
  };
  context.fillStyle = colour('--brand-accent');
  context.fillRect(0, 0, SIDE, SIDE);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour('--brand-on-accent');
  write(brand, 250, 120, 800);
  write('Join me with my code', 420, 56, 500);
  context.beginPath();
  context.roundRect(MARGIN, 500, SIDE - 2 * MARGIN, 220, 48);
  context.fill();
  context.fillStyle = colour('--brand-accent');
  write(code, 612, 120, 800);
  context.fillStyle = colour('--brand-on-accent');
  write(link, 840, 44, 500);
}

/**
 * Shares the picture with another app if the browser can, otherwise saves it. Returns the outcome, including a
 * cancelled share.
 */
export async function sharePicture(picture: File, text: string): Promise<'shared' | 'saved' | 'cancelled'> {
  const shared = { files: [picture], text };
  if (navigator.canShare?.(shared)) {
    try {
      await navigator.share(shared);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  saveFile(picture, picture.name);
  return 'saved';
}
