import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PAGES, postPath } from '../../../lib/paths.ts';
import { Article } from '../../../ui/article.tsx';
import { Aura } from '../../../ui/aura/aura.tsx';
import { pageAura } from '../../../ui/aura/page-aura.ts';
import { Link } from '../../../ui/link.tsx';
import { POSTS, postDate } from '../posts.tsx';

export function BlogScreen() {
  return (
    <Article
      title={PAGES.blog.title}
      lead={`How people find each other, and what we learn while building ${PRODUCT_NAME}.`}
    >
      <ul className="flex flex-col">
        {POSTS.map((post) => (
          <li key={post.slug}>
            <Link
              to={postPath(post.slug)}
              className="group grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 border-t border-line py-8 sm:gap-x-10"
            >
              <Aura
                aura={pageAura(post.title)}
                size={88}
                still
                className="transition duration-500 ease-soft group-hover:scale-110"
              />
              <span className="flex flex-col gap-1.5">
                <span className="text-xs text-ink-faint">{postDate(post)}</span>
                <span className="display text-2xl group-hover:text-accent-text">{post.title}</span>
                <span className="text-ink-soft">{post.lead}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Article>
  );
}

BlogScreen.description =
  'Notes on getting to know people, on the science behind the score, and on how we build Soulsight.';
