/** The installation's own mail addresses, such as `hello@example.org`: they belong to the host that it runs on. */
export function mailbox(name: 'hello' | 'support' | 'safety' | 'privacy' | 'press' | 'security'): string {
  return `${name}@${window.location.hostname}`;
}
