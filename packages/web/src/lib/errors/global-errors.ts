import { GlobalErrors } from './global-handler.ts';

/** The application's global error handler; installed at startup. */
export const globalErrors = new GlobalErrors();
