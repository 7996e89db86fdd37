/** The rules of one version, as a module without imports: text in, text out. */
export interface Rules {
  version: string;
  evaluate: (rule: string, input: string) => string;
}

interface Exports {
  memory: WebAssembly.Memory;
  alloc: (length: number) => number;
  free: (at: number, length: number) => void;
  evaluate: (at: number, length: number) => bigint;
  version: () => bigint;
}

/** Starts a module of the archive. */
export async function startRules(bytes: BufferSource): Promise<Rules> {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, alloc, free, evaluate, version } = instance.exports as unknown as Exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const read = (answer: bigint) => {
    const [at, length] = [Number(answer >> 32n) >>> 0, Number(answer & 0xffffffffn)];
    const text = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length);
    return text;
  };
  return {
    version: read(version()),
    evaluate(rule, input) {
      const call = encoder.encode(`${rule}\n${input}`);
      const at = alloc(call.length) >>> 0;
      new Uint8Array(memory.buffer, at, call.length).set(call);
      return read(evaluate(at, call.length));
    },
  };
}
