import Markdown from 'react-markdown';
import { PAGES } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';

const FILES = import.meta.glob<string>('../../../../../../CHANGELOG.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const RELEASES = splitReleases(Object.values(FILES)[0] ?? '');

/** Splits a changelog at its second-level headings, one for each release. Releases without text are left out. */
function splitReleases(changelog: string): { title: string; body: string }[] {
  const sections = changelog.split(/^## /m).slice(1);
  return sections
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { title: heading.replace(/[[\]]/g, ''), body: usersFirst(lines.join('\n').trim()) };
    })
    .filter(({ body }) => body !== '');
}

/** The text of a release with what users notice first; the file begins with what operators must do before an update. */
function usersFirst(body: string): string {
  const parts = body.split(/^(?=### )/m);
  const { users = [], others = [] } = Object.groupBy(parts, (part) =>
    part.startsWith('### For users') ? 'users' : 'others',
  );
  return [...users, ...others].join('\n');
}

export function ChangelogScreen() {
  return (
    <Article title={PAGES.changelog.title} lead="What changed, newest first.">
      {RELEASES.map(({ title, body }) => (
        <Section key={title} title={title}>
          <Markdown>{body}</Markdown>
        </Section>
      ))}
    </Article>
  );
}

ChangelogScreen.description = 'What is new in Soulsight, version by version.';
