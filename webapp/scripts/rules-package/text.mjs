// The module without imports: bytes in, bytes out. The web app's check of an account loads it with the same code.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The rules of a module as text: an answer is JSON, or for a call error `!` and its code and message. */
export async function loadText(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, alloc, free, ...functions } = instance.exports;
  const read = (answer) => {
    const [at, length] = [Number(answer >> 32n) >>> 0, Number(answer & 0xffffffffn)];
    const text = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length);
    return text;
  };
  const call = (name) => (rule, input) => {
    const text = encoder.encode(`${rule}\n${input}`);
    const at = alloc(text.length) >>> 0;
    new Uint8Array(memory.buffer, at, text.length).set(text);
    return read(functions[name](at, text.length));
  };
  return { version: read(functions.version()), evaluate: call('evaluate'), explain: call('explain') };
}
