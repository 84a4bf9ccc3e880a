import type { Core } from '../../core/core.ts';
import { createBlockService } from './blocks/blocks.service.ts';
import { createContactBlockService } from './blocks/contact-blocks.service.ts';
import { createInquiryService } from './inquiries/inquiries.service.ts';
import { createMarkService } from './marks/marks.service.ts';
import { createRepeatedBans } from './marks/repeated-bans.ts';
import { createModerationService, measureQueue } from './moderation/moderation.service.ts';
import { createSanctionService } from './moderation/sanctions.service.ts';
import { createCaseService } from './reports/cases.service.ts';
import { createReportService } from './reports/reports.service.ts';
import type { SafetyDeps } from './safety.deps.ts';
import { listConcerning } from './safety.store.ts';
import { createSafetyData } from './safety-data.service.ts';

export type SafetyService = ReturnType<typeof createSafetyService>;

export function createSafetyService(core: Pick<Core, 'db' | 'clock' | 'vault' | 'log' | 'mailer'>, deps: SafetyDeps) {
  const blocks = createBlockService(core, deps);
  const marks = createMarkService(core, deps);
  const reports = createReportService(core, deps, blocks);
  const sanctions = createSanctionService(core, deps);
  const mendRepeatedBans = createRepeatedBans(core, deps);
  return {
    ...blocks,
    report: reports.report,
    listReports: reports.listReports,
    ...createCaseService(core, deps, reports, sanctions),
    ...sanctions,
    ...createContactBlockService(core, deps),
    ...createModerationService(core, deps, marks),
    ...createInquiryService(core, deps),
    refreshMarks: marks.refreshMarks,
    refreshMarksIfChanged: marks.refreshMarksIfChanged,
    markPhoto: marks.markPhoto,
    listConcerning: (moderatorId: string) => listConcerning(core.db, moderatorId),
    measureQueue: () => measureQueue(core),
    async sweepMarks() {
      await marks.sweepMarks();
      await mendRepeatedBans();
    },
    ...createSafetyData(core),
  };
}
