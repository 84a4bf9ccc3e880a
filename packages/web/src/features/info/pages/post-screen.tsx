import { ArrowLeft } from 'lucide-react';
import { usePathname } from '../../../lib/browser/pathname.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Article } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotFoundScreen } from '../../../ui/not-found-screen.tsx';
import { findPost, postDate } from '../posts.tsx';

export function PostScreen() {
  const post = findPost(usePathname().split('/').at(-1));
  if (!post) return <NotFoundScreen />;
  return (
    <Article title={post.title} lead={post.lead} note={postDate(post)}>
      <div className="prose max-w-2xl text-lg">{post.body}</div>
      <Link to={PATHS.blog} className="inline-flex min-h-11 items-center gap-2 self-start text-accent-text">
        <ArrowLeft aria-hidden className="size-4" />
        All posts
      </Link>
    </Article>
  );
}
