import type { WingmanCare } from '@soulsight/contract/wingman';
import { HeartHandshake, Phone } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { WINGMAN_COPY } from '../wingman.copy.ts';
import type { WingmanActions } from './wingman-actions.ts';

/** What comes before any suggestion in a hard moment: what to do, whom to call, how to report. */
export function CareCard({ care, ...actions }: { care: WingmanCare } & Omit<WingmanActions, 'onText'>) {
  return (
    <section
      aria-label={care.title}
      className="flex flex-col items-start gap-4 rounded-lg bg-raised p-5 ring-1 ring-gold/40 ring-inset"
    >
      <h3 className="flex items-center gap-2.5 font-medium">
        <HeartHandshake aria-hidden className="size-5 shrink-0 text-gold" />
        {care.title}
      </h3>
      <CareDetails care={care} {...actions} />
    </section>
  );
}

/** What to do, whom to call, how to report and block. */
export function CareDetails({ care, ...actions }: { care: WingmanCare } & Omit<WingmanActions, 'onText'>) {
  return (
    <>
      <p className="text-sm text-ink-soft">{care.text}</p>
      {care.help.length > 0 && <HelpLines help={care.help} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" className="-ml-3" onClick={() => actions.onMessage(care.seq)}>
          {WINGMAN_COPY.showMessage}
        </Button>
        {care.actions.includes('report') && (
          <Button variant="secondary" size="sm" onClick={actions.onReport}>
            {WINGMAN_COPY.report}
          </Button>
        )}
        {care.actions.includes('block') && (
          <Button variant="secondary" size="sm" onClick={actions.onBlock}>
            {WINGMAN_COPY.block}
          </Button>
        )}
      </div>
    </>
  );
}

function HelpLines({ help }: Pick<WingmanCare, 'help'>) {
  return (
    <ul aria-label={WINGMAN_COPY.help} className="flex w-full flex-col divide-y divide-line">
      {help.map(({ name, contact, url }) => (
        <li
          key={`${name} ${contact}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
        >
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className="underline decoration-line underline-offset-4">
              {name}
            </a>
          ) : (
            <span>{name}</span>
          )}
          <HelpContact contact={contact} />
        </li>
      ))}
    </ul>
  );
}

/** A number to call; a contact without digits is an address, which the name links to. */
function HelpContact({ contact }: { contact: string }) {
  const number = contact.replace(/[^\d+]/g, '');
  if (number === '') return <span className="text-ink-faint">{contact}</span>;
  return (
    <a href={`tel:${number}`} className="inline-flex items-center gap-2 font-medium whitespace-nowrap">
      <Phone aria-hidden className="size-4 text-gold" />
      {contact}
    </a>
  );
}
