import { GlobalErrors } from './global-handler.ts';

/** The application's one global handler; installed at start. */
export const globalErrors = new GlobalErrors();
