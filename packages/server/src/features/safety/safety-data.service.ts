import type { Core } from '../../core/core.ts';
import type { SealedText } from '../../core/crypto/sealed-text.ts';
import type { Tx } from '../../core/db/types.ts';
import { CONTACT_LABEL } from './blocks/contact-blocks.service.ts';
import { openInquiry } from './inquiries/inquiries.service.ts';
import { joinDetails } from './safety.rules.ts';
import { deleteReportsAbout, getSafetyData } from './safety-data.store.ts';
import { createSafetyText } from './safety-text.ts';

/** Export and erasure of what safety stores about a user. */
export function createSafetyData({ db, vault }: Pick<Core, 'db' | 'vault'>) {
  const text = createSafetyText({ vault });

  /** Everything stored about the user, for their data export. The evidence of reports is part of their conversations. */
  async function archive(userId: string): Promise<unknown> {
    const { reports, sealedContacts, blocked, decisions, inquiries, ...rest } = await getSafetyData(db, userId);
    const open = async (stored: SealedText | null) =>
      stored === null ? null : await text.open(db, `user:${userId}`, stored);
    const names = blocked.map(async ({ name, at }) => ({ name: await open(name), at }));
    const openDecisions = decisions.map(async ({ reason, appeal, answer, ...decision }) => ({
      ...decision,
      reason: await open(reason),
      appeal: await open(appeal),
      answer: await open(answer),
    }));
    const contacts = sealedContacts.map(async ({ contact, at }) => ({
      contact: await vault.open(db, `user:${userId}`, contact, CONTACT_LABEL),
      at,
    }));
    const opened = reports.map(async ({ id, sealed, ...report }) => ({
      ...report,
      details: joinDetails(await vault.openJson<Parameters<typeof joinDetails>[0]>(db, `report:${id}`, sealed)),
    }));
    const messages = inquiries.map(async ({ content, ...inquiry }) => ({
      ...inquiry,
      ...(await openInquiry(vault, db, { userId, content })),
    }));
    return {
      ...rest,
      blocked: await Promise.all(names),
      decisions: await Promise.all(openDecisions),
      blocked_contacts: await Promise.all(contacts),
      reports: await Promise.all(opened),
      messages_to_the_team: await Promise.all(messages),
    };
  }

  /** Deletes the reports about a user, with their keys. */
  async function eraseReportsAbout(tx: Tx, userId: string): Promise<void> {
    for (const id of await deleteReportsAbout(tx, userId)) await vault.shred(tx, `report:${id}`);
  }

  return { archive, eraseReportsAbout };
}
