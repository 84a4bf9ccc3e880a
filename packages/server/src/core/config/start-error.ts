/** A reason not to start that the operator can act on. Its message is the one sentence that is printed; there is no stack. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}
