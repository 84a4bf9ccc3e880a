import { ERRORS } from '@soulsight/contract/errors';
import { Check, WandSparkles } from 'lucide-react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../../lib/errors/data-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { MarkList } from '../../../ui/mark-list.tsx';
import { WINGMAN_COPY } from '../wingman.copy.ts';

export function PremiumGate() {
  return (
    <div className="flex flex-col items-start gap-5">
      <WandSparkles aria-hidden className="size-9 text-gold" strokeWidth={1.4} />
      <p className="text-ink-soft">{ERRORS.wingman_premium.detail}</p>
      <MarkList items={WINGMAN_COPY.offers} mark={Check} tone="text-gold" />
      <ButtonLink to={PATHS.subscription} variant="gold">
        {WINGMAN_COPY.upgrade}
      </ButtonLink>
      <p className="text-xs text-ink-faint">{WINGMAN_COPY.helpIsFree}</p>
    </div>
  );
}

/** Shown when the wingman is not allowed or failed. */
export function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isApiError(error) && error.code === 'wingman_premium') return <PremiumGate />;
  if (isApiError(error) && error.code === 'consent_required') {
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="text-ink-soft">{error.detail}</p>
        <ButtonLink to={PATHS.settings} variant="secondary" size="sm">
          {WINGMAN_COPY.settings}
        </ButtonLink>
      </div>
    );
  }
  const title = getDataErrorMessage(error, DATA_ERRORS.wingmanNetwork, DATA_ERRORS.wingmanNetwork);
  return <ErrorState title={title} error={error} onRetry={onRetry} />;
}
