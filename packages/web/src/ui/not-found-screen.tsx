import { goBack } from '../lib/browser/navigation.ts';
import { Aura } from './aura/aura.tsx';
import { pageAura } from './aura/page-aura.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

export function NotFoundScreen() {
  return (
    <Page title="Page Not Found">
      <EmptyState
        art={<Aura aura={pageAura('Page Not Found')} className="empty-art" />}
        heading="h1"
        title="Page Not Found"
        action={<Button onClick={goBack}>Go Back</Button>}
      >
        The page you are looking for does not exist or has been moved.
      </EmptyState>
    </Page>
  );
}
