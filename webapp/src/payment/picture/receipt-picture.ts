import type { Lines } from '../receipt-lines';

/** The picture that is shared: as wide as a phone shows it sharply. */
const WIDTH = 1080;
const MARGIN = 96;
const LABELS = 300;
/** The logo's height, and its maximum width. */
const LOGO = 80;
const LOGO_WIDEST = 240;
const PADDING = 12;
const GAP = 32;

/** The brand's colours and the page's typeface. */
interface Look {
  brand: string;
  logo: HTMLImageElement | null;
  accent: string;
  onAccent: string;
  font: string;
}

const TEXT = '#14181f';
const MUTED = '#4a5361';
const TONES: Record<string, string> = { success: '#16703f', danger: '#b3261e' };
const WAITING = '#8a5300';

function lookOf(brand: string, logo: Look['logo']): Look {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    brand,
    logo,
    accent: colour('--brand-accent', '#0b6b4f'),
    onAccent: colour('--brand-on-accent', '#ffffff'),
    font: getComputedStyle(document.body).fontFamily || 'sans-serif',
  };
}

/** Sharing requires a recent tap. */
const LONGEST_WAIT_MS = 500;

/** The logo, if it can be drawn and loads in time. Logos of other hosts need their permission to be drawn. */
async function logoAt(url: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST_WAIT_MS));
  const drawable = image.decode().then(
    () => (image.naturalWidth > 0 && image.naturalHeight > 0 ? image : null),
    () => null,
  );
  return Promise.race([drawable, late]);
}

/** Breaks a text into lines within the width; longer words break. */
export function wrapped(text: string, room: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= room) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const character of word) {
      if (measure(line + character) > room) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}

type Pen = CanvasRenderingContext2D;

/** Draws a receipt from top to bottom; returns the height. */
function draw(pen: Pen, lines: Lines, look: Look, height: number): number {
  const face = (size: number, weight = 400) => {
    pen.font = `${weight} ${size}px ${look.font}`;
  };
  const write = (text: string, x: number, y: number, colour: string, align: CanvasTextAlign) => {
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  const width = (text: string) => pen.measureText(text).width;
  const perforation = (y: number) => {
    pen.strokeStyle = '#c7ccc7';
    pen.lineWidth = 4;
    pen.setLineDash([1, 16]);
    pen.lineCap = 'round';
    pen.beginPath();
    pen.moveTo(MARGIN, y);
    pen.lineTo(WIDTH - MARGIN, y);
    pen.stroke();
    pen.setLineDash([]);
  };
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = look.accent;
  pen.fillRect(0, 0, WIDTH, 160);
  face(32);
  write('Transaction receipt', WIDTH - MARGIN, 96, look.onAccent, 'end');
  const end = WIDTH - MARGIN - width('Transaction receipt') - GAP;
  const start = MARGIN + (look.logo ? drawLogo(pen, look.logo) + GAP : 0);
  face(56, 700);
  pen.fillStyle = look.onAccent;
  pen.textAlign = 'start';
  // A long name is set narrower.
  pen.fillText(look.brand, start, 100, end - start);
  const tone = TONES[lines.status.tone] ?? WAITING;
  sign(pen, lines.status.tone, tone, WIDTH / 2, 270);
  face(34, 600);
  write(lines.status.label, WIDTH / 2, 380, tone, 'center');
  face(88, 700);
  write(lines.amount, WIDTH / 2, 480, TEXT, 'center');
  face(36);
  let y = 545;
  for (const line of wrapped(lines.headline, WIDTH - 2 * MARGIN, width)) {
    write(line, WIDTH / 2, y, MUTED, 'center');
    y += 48;
  }
  perforation(y);
  y += 72;
  for (const { label, value } of lines.rows) {
    face(32);
    write(label, MARGIN, y, MUTED, 'start');
    face(32, 600);
    for (const line of wrapped(value, WIDTH - 2 * MARGIN - LABELS, width)) {
      write(line, WIDTH - MARGIN, y, TEXT, 'end');
      y += 44;
    }
    y += 22;
  }
  face(32);
  for (const line of lines.note ? wrapped(lines.note, WIDTH - 2 * MARGIN, width) : []) {
    write(line, MARGIN, y, TEXT, 'start');
    y += 44;
  }
  perforation(y);
  return y + 72;
}

/**
 * Draws the logo beside the name, on white: logos are made for light backgrounds. Returns its width with the
 * background.
 */
function drawLogo(pen: Pen, logo: HTMLImageElement): number {
  const { naturalWidth, naturalHeight } = logo;
  const scale = Math.min(LOGO / naturalHeight, LOGO_WIDEST / naturalWidth);
  const [wide, high] = [naturalWidth * scale, naturalHeight * scale];
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(MARGIN, 80 - LOGO / 2 - PADDING, wide + 2 * PADDING, LOGO + 2 * PADDING, 20);
  pen.fill();
  pen.drawImage(logo, MARGIN + PADDING, 80 - high / 2, wide, high);
  return wide + 2 * PADDING;
}

/** A tick, a cross or the hands of a clock, in a ring. */
function sign(pen: Pen, tone: string, colour: string, x: number, y: number): void {
  const strokes: Record<string, number[][]> = {
    success: [[-26, 2, -8, 20, 28, -18]],
    danger: [
      [-20, -20, 20, 20],
      [-20, 20, 20, -20],
    ],
  };
  pen.strokeStyle = colour;
  pen.lineWidth = 9;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.arc(x, y, 58, 0, 2 * Math.PI);
  for (const [first = 0, second = 0, ...rest] of strokes[tone] ?? [[0, -30, 0, 0, 20, 14]]) {
    pen.moveTo(x + first, y + second);
    for (let at = 0; at < rest.length; at += 2) pen.lineTo(x + (rest[at] ?? 0), y + (rest[at + 1] ?? 0));
  }
  pen.stroke();
}

/** A receipt as a PNG, in the brand's colours and with its logo. */
export async function pictureOf(lines: Lines, brand: string, logo: string | undefined): Promise<Blob> {
  const look = lookOf(brand, logo ? await logoAt(logo) : null);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  const pen = canvas.getContext('2d');
  if (!pen) throw new TypeError('no canvas');
  // Once to measure the height, once to draw.
  canvas.height = draw(pen, lines, look, 0);
  draw(pen, lines, look, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TypeError('no picture'))), 'image/png');
  });
}
