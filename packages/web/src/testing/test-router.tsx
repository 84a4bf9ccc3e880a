import { type ReactNode, useLayoutEffect } from 'react';
import { type Location, MemoryRouter, useLocation, useNavigate } from 'react-router';

/** A test's way to navigate, and to see where the application is. */
export interface TestRouter {
  state: { location: Pick<Location, 'pathname' | 'search' | 'state'> };
  navigate(to: string | number): Promise<void>;
}

/** A router in memory, and the element that renders it around the children. */
export function createTestRouter(path: string, children: ReactNode) {
  const router: TestRouter = {
    state: { location: { pathname: path, search: '', state: null } },
    navigate: () => Promise.reject(new Error('The router is not rendered.')),
  };
  const element = (
    <MemoryRouter initialEntries={[path]}>
      <Handle router={router} />
      {children}
    </MemoryRouter>
  );
  return { router, element };
}

function Handle({ router }: { router: TestRouter }) {
  const navigate = useNavigate();
  const location = useLocation();
  useLayoutEffect(() => {
    router.state.location = location;
    router.navigate = async (to) => navigate(to as string);
  });
  return null;
}
