/** Never given a token, a code or a password. */
export interface AuthLog {
  warn(fields: object, message: string): void;
}
