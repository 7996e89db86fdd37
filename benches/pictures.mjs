// Files that are small to send and large in memory, and the forms that upload them.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE((crc32 ?? crc)(body) >>> 0);
  return Buffer.concat([length, body, sum]);
};

/** Before Node 22. */
const crc = (bytes) => {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum;
};

/** RGBA, of one colour or noise. */
export function png(side, depth, fill = (bytes) => Buffer.alloc(bytes)) {
  const line = 1 + (side * 4 * depth) / 8;
  const pixels = fill(line * side);
  for (let row = 0; row < side; row += 1) pixels[row * line] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([depth, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Stays noise when scaled to 512 by 512 pixels: the largest file that the server ever serves as an image. */
export const noise = () => png(512, 8, randomBytes);

/** Progressive, of one colour: the decoder needs two bytes per pixel and channel besides the image. */
export function jpeg(width, height) {
  const segment = (marker, ...bytes) => Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // A one-bit code means the same brightness as the previous block; the first block of each channel differs.
  const scan = Buffer.alloc(Math.ceil((blocks * 3 + 6) / 8));
  scan.set([0b10110110, 0b10000000]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array(64).fill(16)),
    segment(0xc2, 8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0),
    segment(0xc4, 0, 1, 1, ...Array(14).fill(0), 0, 1),
    segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);
}

export const pdf = () => Buffer.from('%PDF-1.7\n');

/** A form with the file, padded to a given length with bytes that decoders ignore. */
export function form(name, mediaType, file, bytes = 0) {
  const end = name.endsWith('.pdf') ? '%%EOF\n' : '';
  const padding = Buffer.alloc(Math.max(0, bytes - file.length - end.length));
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  return Buffer.concat([
    Buffer.from(`--bench\r\n${disposition}\r\nContent-Type: ${mediaType}\r\n\r\n`),
    file,
    padding,
    Buffer.from(`${end}\r\n--bench--\r\n`),
  ]);
}
