import { goBack } from '../lib/browser/navigation.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

export function NotFoundScreen() {
  return (
    <Page title="Page Not Found">
      <EmptyState heading="h1" title="Page Not Found" action={<Button onClick={goBack}>Go Back</Button>}>
        The page you are looking for does not exist or has been moved.
      </EmptyState>
    </Page>
  );
}
