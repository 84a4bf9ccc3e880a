import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { findPost, postDate } from '../../features/info/posts.tsx';
import { Article } from '../../ui/article.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';

export function PostScreen() {
  const post = findPost(useParams().slug);
  if (!post) return <NotFoundScreen />;
  return (
    <Article title={post.title} lead={post.lead} note={postDate(post)}>
      <div className="prose max-w-2xl text-lg">{post.body}</div>
      <Link to="/blog" className="inline-flex min-h-11 items-center gap-2 self-start text-accent-text">
        <ArrowLeft aria-hidden className="size-4" />
        All posts
      </Link>
    </Article>
  );
}
