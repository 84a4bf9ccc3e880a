import { PAGES } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { BrowserPart } from '../../../ui/browser-part.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';

const LiveStatus = lazyPart(() => import('../components/live-status.tsx'), 'LiveStatus');

export function StatusScreen() {
  return (
    <Article title={PAGES.status.title} lead="How our servers are doing right now, measured from your browser.">
      <BrowserPart placeholder={<TextSkeleton lines={4} />}>
        <LiveStatus />
      </BrowserPart>
      <Section title="For programs">
        <p>
          Programs read the same at <a href="/health">/health</a>: whether the server answers, and each part that it
          needs.
        </p>
      </Section>
    </Article>
  );
}

StatusScreen.description = 'Whether Soulsight works right now, part by part, measured from your browser.';
