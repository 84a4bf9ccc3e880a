import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Input } from '../../../ui/input.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { getContactError, useBlockContact, useContactBlocks, useUnblockContact } from '../safety.hooks.ts';

/** Email addresses and phone numbers of people whom the user does not want to meet here. */
export function ContactBlocks() {
  const contacts = useContactBlocks();
  const unblock = useUnblockContact();
  const [contact, setContact] = useState('');
  const block = useBlockContact(() => setContact(''));
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-xl text-ink-soft">
        An ex, a colleague, your family: we never introduce you to each other. We don't tell them, and we can't tell you
        whether they are here.
      </p>
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (contact.trim()) block.mutate(contact.trim());
        }}
      >
        <div className="min-w-60 flex-1">
          <Input
            label="Email or phone number"
            value={contact}
            autoComplete="off"
            error={getContactError(block.error)}
            onChange={(event) => setContact(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" className="mt-7" loading={block.isPending} disabled={!contact.trim()}>
          Block
        </Button>
      </form>
      {contacts.isPending && <TextSkeleton lines={1} />}
      {contacts.isLoadingError && <ErrorState error={contacts.error} onRetry={() => contacts.refetch()} />}
      {contacts.data && contacts.data.contacts.length > 0 && (
        <ul aria-label="Blocked addresses" className="flex flex-col divide-y divide-line">
          {contacts.data.contacts.map(({ id, contact: blocked }) => (
            <li key={id} className="flex min-h-14 items-center justify-between gap-4">
              <span className="min-w-0 truncate">{blocked}</span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${blocked}`}
                loading={unblock.isPending && unblock.variables === id}
                onClick={() => unblock.mutate(id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
