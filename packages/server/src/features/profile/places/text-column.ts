const SEPARATOR = '\n';

/** Many short texts without line breaks, in one string: without a header and a pointer for each. */
export class TextColumn {
  readonly #text: string;
  /** Where each text begins, and behind the last one where the next would. */
  readonly #starts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.#text = SEPARATOR + texts.join(SEPARATOR) + SEPARATOR;
    this.#starts = new Uint32Array(texts.length + 1);
    let start = SEPARATOR.length;
    texts.forEach((text, n) => {
      this.#starts[n] = start;
      start += text.length + SEPARATOR.length;
    });
    this.#starts[texts.length] = start;
  }

  get(n: number): string {
    return this.#text.slice(this.#starts[n], (this.#starts[n + 1] ?? 0) - SEPARATOR.length);
  }

  /** All texts, in order. */
  all(): string[] {
    return this.#text.slice(SEPARATOR.length, -SEPARATOR.length).split(SEPARATOR);
  }

  /** The numbers of the texts with this beginning, ascending. */
  *startingWith(prefix: string): Generator<number, undefined> {
    const last = this.#starts.length - 1;
    let from = 0;
    for (;;) {
      const at = this.#text.indexOf(SEPARATOR + prefix, from);
      const n = at < 0 ? last : this.#find(at + SEPARATOR.length);
      if (n >= last) return undefined;
      yield n;
      from = (this.#starts[n + 1] ?? 0) - SEPARATOR.length;
    }
  }

  /** The number of the text that begins at this position, by halving. */
  #find(start: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
