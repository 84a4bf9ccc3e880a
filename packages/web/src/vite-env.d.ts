/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the server when it is not the page's own. */
  readonly VITE_API_URL?: string;
  /** Another auth service than the built-in one, such as a hosted project. */
  readonly VITE_AUTH_URL?: string;
  /** The public anonymous key of the auth service. */
  readonly VITE_AUTH_ANON_KEY?: string;
}
