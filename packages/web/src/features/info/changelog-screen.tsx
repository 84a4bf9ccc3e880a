import { PAGES } from '../../lib/paths.ts';
import { Article, Section } from '../../ui/article.tsx';
import { InlineMarkdown } from '../../ui/inline-markdown.tsx';
import { parseChangelog, type Release } from './changelog.ts';

const FILES = import.meta.glob<string>('../../../../../CHANGELOG.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const RELEASES = parseChangelog(Object.values(FILES)[0] ?? '').filter((release) => release.groups.length > 0);

export function ChangelogScreen() {
  return (
    <Article title={PAGES.changelog.title} lead="What changed, newest first. The same file as in the source code.">
      {RELEASES.map((release) => (
        <ReleaseSection key={release.version} release={release} />
      ))}
    </Article>
  );
}

function ReleaseSection({ release }: { release: Release }) {
  return (
    <Section title={release.version} id={`v${release.version}`}>
      {release.date && <p className="text-sm text-ink-faint">{release.date}</p>}
      {release.groups.map(({ title, entries }) => (
        <div key={title ?? ''} className="prose">
          {title && <h3>{title}</h3>}
          <ul>
            {entries.map((entry) => (
              <li key={entry}>
                <InlineMarkdown text={entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
