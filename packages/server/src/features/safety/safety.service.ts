import type { Core } from '../../core/core.ts';
import { createBlockService } from './blocks.service.ts';
import { createModerationService } from './moderation.service.ts';
import { createReportService } from './reports.service.ts';
import type { SafetyDeps } from './safety.deps.ts';
import { createSafetyData } from './safety-data.service.ts';
import { createSanctionService } from './sanctions.service.ts';

export type SafetyService = ReturnType<typeof createSafetyService>;

export function createSafetyService(core: Pick<Core, 'db' | 'clock' | 'vault'>, deps: SafetyDeps) {
  return {
    ...createBlockService(core, deps),
    ...createReportService(core, deps),
    ...createSanctionService(core, deps),
    ...createModerationService(core, deps),
    ...createSafetyData(core),
  };
}
