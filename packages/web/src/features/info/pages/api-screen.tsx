import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PAGES } from '../../../lib/paths.ts';
import { Article } from '../../../ui/article.tsx';
import { BrowserPart } from '../../../ui/browser-part.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';

const ApiReference = lazyPart(() => import('../components/api-reference.tsx'), 'ApiReference');

export function ApiScreen() {
  return (
    <Article title={PAGES.api.title} lead={`The ${PRODUCT_NAME} app does everything through this interface.`}>
      <div className="prose max-w-2xl">
        <p>
          Requests and responses are JSON. Send <code>Authorization: Bearer</code> with the access token of a session,
          which you get from the auth service at <code>/auth/v1</code>. An error has a <code>detail</code> for people
          and a <code>code</code> for programs; if fields are invalid, <code>fields</code> lists them. Lists are paged
          with a <code>cursor</code>.
        </p>
        <p>
          The machine-readable description is <a href="/api/openapi.json">openapi.json</a>.
        </p>
      </div>
      <BrowserPart placeholder={<TextSkeleton lines={8} />}>
        <ApiReference />
      </BrowserPart>
    </Article>
  );
}

ApiScreen.description = 'The API reference: every endpoint that the Soulsight app uses, with parameters and responses.';
