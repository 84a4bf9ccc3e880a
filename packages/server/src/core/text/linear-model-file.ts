import { readFileSync, writeFileSync } from 'node:fs';
import type { LinearModel } from './linear-model.rules.ts';

/** The file starts with this as a line of JSON; one byte for each weight follows. */
export interface ModelHeader {
  /** SHA-256 of what the weights were trained with. */
  trainedOn: string;
  scales: number[];
}

const NEWLINE = 10;

/** A function that returns the committed weights, read at its first call. */
export function createModelLoader<Header extends ModelHeader>(file: URL): () => LinearModel & { header: Header } {
  let loaded: (LinearModel & { header: Header }) | null = null;
  return () => {
    if (!loaded) {
      const bytes = readFileSync(file);
      const end = bytes.indexOf(NEWLINE);
      const header = JSON.parse(bytes.toString('utf8', 0, end)) as Header;
      loaded = { header, scales: Float32Array.from(header.scales), weights: new Int8Array(bytes.subarray(end + 1)) };
    }
    return loaded;
  };
}

export function writeModel(file: URL, header: ModelHeader, { weights }: LinearModel): void {
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(weights.buffer)]));
}
