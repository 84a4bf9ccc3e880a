import type { Me } from '@soulsight/contract/profile';
import { Button } from '../../../ui/button.tsx';

/** Props of every step form, in onboarding and on the profile page. */
export interface StepProps {
  me: Me;
  /** Called once the step is saved. */
  onDone: () => void;
  submitLabel: string;
}

export function StepActions({ busy, label, disabled }: { busy: boolean; label: string; disabled?: boolean }) {
  return (
    <div className="flex justify-end pt-2">
      <Button type="submit" size="lg" loading={busy} disabled={disabled} className="max-sm:whitespace-normal">
        {label}
      </Button>
    </div>
  );
}
