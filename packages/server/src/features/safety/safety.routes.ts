import { OK } from '@soulsight/contract/endpoint';
import * as contract from '@soulsight/contract/safety';
import { postTrustReport } from '@soulsight/contract/trust';
import type { FastifyInstance } from 'fastify';
import { toNetwork } from '../../core/http/address.ts';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import { route } from '../../core/http/route.ts';
import type { SafetyService } from './safety.service.ts';

export function registerSafetyRoutes(app: FastifyInstance, safety: SafetyService): void {
  route(app, contract.postBlock, async ({ caller, params }) => {
    await safety.block(caller.userId, params.id);
    return OK;
  });
  route(app, contract.deleteBlock, async ({ caller, params }) => {
    await safety.unblock(caller.userId, params.id);
    return OK;
  });
  route(app, contract.getBlocks, async ({ caller }) => ({ blocks: await safety.listBlocks(caller.userId) }));
  route(app, contract.postReport, ({ caller, params, body, key }) =>
    safety.report(caller.userId, params.id, body, key ?? undefined),
  );
  route(app, postTrustReport, ({ caller, body: { user_id, ...body }, key }) =>
    safety.report(caller.userId, user_id, body, key ?? undefined),
  );
  route(app, contract.getMetPeople, async ({ caller }) => ({ people: await safety.listMet(caller.userId) }));
  registerContactBlocks(app, safety);
  route(app, contract.getSanctions, async ({ caller }) => ({ sanctions: await safety.listSanctions(caller.userId) }));
  route(app, contract.postAppeal, async ({ caller, params, body }) => {
    await safety.appeal(caller.userId, params.id, body.text);
    return OK;
  });
  route(app, contract.postInquiry, async ({ caller, body, key, request }) => {
    const sender = { userId: caller?.userId ?? null, network: toNetwork(request.ip) };
    await safety.inquire(sender, body, key ?? undefined);
    return OK;
  });
  registerModeration(app, safety);
}

function registerContactBlocks(app: FastifyInstance, safety: SafetyService): void {
  route(app, contract.getContactBlocks, async ({ caller }) => ({
    contacts: await safety.listContactBlocks(caller.userId),
  }));
  route(app, contract.postContactBlock, ({ caller, body }) => safety.blockContact(caller.userId, body.contact));
  route(app, contract.deleteContactBlock, async ({ caller, params }) => {
    await safety.unblockContact(caller.userId, params.id);
    return OK;
  });
}

function registerModeration(app: FastifyInstance, safety: SafetyService): void {
  route(app, contract.getModerationReports, async ({ caller, query: { status, cursor, limit } }) => {
    const rows = await safety.listReports({
      status,
      moderatorId: caller.userId,
      after: decodeCursor(cursor),
      limit: limit + 1,
    });
    const page = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
    return { reports: page.items.map(({ createdAt: _, ...report }) => report), next_cursor: page.next_cursor };
  });
  route(app, contract.getModerationCase, ({ caller, params }) => safety.getCase(caller.userId, params.id));
  route(app, contract.postModerationDecision, async ({ caller, params, body }) => {
    await safety.decide(caller.userId, params.id, body);
    return OK;
  });
  route(app, contract.getAppeals, async ({ caller }) => ({ appeals: await safety.listAppeals(caller.userId) }));
  route(app, contract.postAppealDecision, async ({ caller, params, body }) => {
    await safety.decideAppeal(caller.userId, params.id, body);
    return OK;
  });
  route(app, contract.getInquiries, async ({ caller, query: { cursor, limit } }) => {
    const after = decodeCursor(cursor);
    const rows = await safety.listInquiries({ moderatorId: caller.userId, after, limit: limit + 1 });
    const page = toPage(rows, limit, ({ at, id }) => ({ at: new Date(at), id }));
    return { inquiries: page.items, next_cursor: page.next_cursor };
  });
  route(app, contract.postInquiryAnswer, async ({ caller, params, body }) => {
    await safety.answerInquiry(caller.userId, params.id, body.answer);
    return OK;
  });
  route(app, contract.getAudit, async ({ caller, query: { cursor, limit } }) => {
    const wanted = { moderatorId: caller.userId, before: decodeCursor(cursor), limit: limit + 1 };
    const rows = await safety.listAuditEntries(wanted);
    const page = toPage(rows, limit, ({ row }) => row);
    return { entries: page.items.map(({ entry }) => entry), next_cursor: page.next_cursor };
  });
}
