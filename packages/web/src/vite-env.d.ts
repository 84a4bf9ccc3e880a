/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Another auth service than the built-in one, such as a hosted project. */
  readonly VITE_AUTH_URL?: string;
  /** The public anonymous key of the auth service. */
  readonly VITE_AUTH_ANON_KEY?: string;
}
