/** Where a page is prerendered, the server fills in the host of the site. */
const HOST_PLACEHOLDER = '{{host}}';

export interface MailboxLinkProps {
  name: 'hello' | 'support' | 'safety' | 'privacy' | 'press' | 'security';
  /** The subject of the email. */
  subject?: string;
}

/** A link to an email address of this installation, such as `hello@example.org`; the domain is the page's own. */
export function MailboxLink({ name, subject }: MailboxLinkProps) {
  const address = `${name}@${globalThis.location?.hostname ?? HOST_PLACEHOLDER}`;
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return (
    <a href={`mailto:${address}${query}`} suppressHydrationWarning>
      {address}
    </a>
  );
}
