import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_BYTES = 22;
const STORED = 0;

/** The texts of the files in a ZIP archive, by file name. */
export function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END) throw new Error('this is no ZIP file');
  const files = new Map<string, string>();
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at));
    const name = zip.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0));
    // The name and its extra field are repeated before the content.
    const local = zip.readUInt32LE(entry + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(from, from + zip.readUInt32LE(entry + 20));
    const bytes = zip.readUInt16LE(entry + 10) === STORED ? content : inflateRawSync(content);
    files.set(name, bytes.toString('utf8'));
    entry += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
