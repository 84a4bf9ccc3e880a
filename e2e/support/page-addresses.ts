import { ONBOARDING_STEPS } from '@soulsight/contract/profile';
import { type Access, PAGE_IDS, PAGES, type PageId } from '@soulsight/web/lib/paths';

/** The pages that such users may open, of the table that the router reads. */
export function listPageIds(...access: Access[]): PageId[] {
  return PAGE_IDS.filter((id) => access.includes(PAGES[id].access));
}

/** What the addresses of a user's own pages contain. */
interface Own {
  conversationId?: string;
  matchId?: string;
}

type PageWithParameters = { [Id in PageId]: (typeof PAGES)[Id] extends { params: string } ? Id : never }[PageId];
const FIRST_POST = 'why-faces-come-last';
const PROFILE_SECTIONS = ['traits', 'trust', 'edit', ...ONBOARDING_STEPS];

/** Where a page is looked at: at its path, and with parameters where the types ask for them. */
export function addressesFor(id: PageId, { conversationId, matchId }: Own = {}): readonly string[] {
  const { path } = PAGES[id];
  const withParameters: Record<PageWithParameters, readonly string[]> = {
    chat: [path, ...(conversationId ? [`${path}/${conversationId}`, `${path}/not-an-id`] : [])],
    reveal: [path, ...(matchId ? [`${path}/${matchId}`] : [])],
    profile: [path, ...PROFILE_SECTIONS.map((section) => `${path}/${section}`)],
    post: [`${path}/${FIRST_POST}`],
  };
  return id in withParameters ? withParameters[id as PageWithParameters] : [path];
}
