/** An email address of this installation, such as `hello@example.org`; the domain is the page's own. */
export function mailbox(name: 'hello' | 'support' | 'safety' | 'privacy' | 'press' | 'security'): string {
  return `${name}@${window.location.hostname}`;
}
