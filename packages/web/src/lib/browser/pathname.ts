import { createContext, useContext } from 'react';

export const PathnameContext = createContext<string | null>(null);

/** The path of the page that is shown. */
export function usePathname(): string {
  return useContext(PathnameContext) ?? window.location.pathname;
}
