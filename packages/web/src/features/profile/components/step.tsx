import type { Me } from '@soulsight/contract/user';
import { Button } from '../../../ui/button.tsx';

/** What each part of the profile's forms is given, in onboarding and on the profile page alike. */
export interface StepProps {
  me: Me;
  /** Called once the part is saved. */
  onDone: () => void;
  submitLabel: string;
}

export function StepActions({ busy, label, disabled }: { busy: boolean; label: string; disabled?: boolean }) {
  return (
    <div className="flex justify-end pt-2">
      <Button type="submit" size="lg" loading={busy} disabled={disabled}>
        {label}
      </Button>
    </div>
  );
}
