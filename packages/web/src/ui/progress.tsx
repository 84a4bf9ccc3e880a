import { Progress as BaseProgress } from '@base-ui/react/progress';

export interface ProgressProps {
  /** 0 to 100. */
  value: number;
  label: string;
  /** Shows the label and the number above the bar. */
  shown?: boolean;
}

export function Progress({ value, label, shown = false }: ProgressProps) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <BaseProgress.Root value={percent} aria-label={shown ? undefined : label} className="w-full">
      {shown && (
        <div className="mb-2 flex justify-between text-sm">
          <BaseProgress.Label className="text-ink-soft">{label}</BaseProgress.Label>
          <span className="tabular-nums">{percent}%</span>
        </div>
      )}
      <BaseProgress.Track className="h-1.5 overflow-hidden rounded-full bg-line">
        <BaseProgress.Indicator className="h-full rounded-full bg-accent transition-all duration-500 ease-soft" />
      </BaseProgress.Track>
    </BaseProgress.Root>
  );
}
