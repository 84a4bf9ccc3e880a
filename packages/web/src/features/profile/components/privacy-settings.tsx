import { OPEN_LIKES_MAX } from '@soulsight/contract/limits';
import type { Me } from '@soulsight/contract/profile';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { reportApiError } from '../../../lib/errors/report-api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { MODEL_CONSENT } from '../../../lib/model-consent.ts';
import { useSessionContext } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/choice.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Input, PasswordInput } from '../../../ui/input.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { deleteAccount, downloadExport } from '../profile.api.ts';
import { usePreferences, useUpdateMe, useUpdatePreferences } from '../profile.hooks.ts';

export function PrivacySettings({ me }: { me: Me }) {
  const preferences = usePreferences();
  const save = useUpdatePreferences();
  const update = useUpdateMe();
  const [withdrawing, setWithdrawing] = useState(false);
  // A change is shown at once.
  const changes = update.isPending ? update.variables : {};
  const consented = changes.consents?.behavioural_analysis ?? me.consents.behavioural_analysis;

  function setConsent(on: boolean) {
    update.mutate({ consents: { behavioural_analysis: on } }, { onSettled: () => setWithdrawing(false) });
  }

  if (preferences.isPending) return <TextSkeleton lines={5} />;
  if (preferences.isLoadingError) return <ErrorState error={preferences.error} onRetry={() => preferences.refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Read receipts"
        hint="When off, nobody sees your read receipts and you can't see theirs."
        checked={preferences.data.read_receipts}
        onChange={(read_receipts) => save.mutate({ read_receipts })}
      />
      <Switch
        label="Show when I'm online"
        hint="Only people you're matched with can see it."
        checked={preferences.data.show_online}
        onChange={(show_online) => save.mutate({ show_online })}
      />
      <Switch
        label="Let people know when I say yes"
        hint={`When off, a yes stays hidden until it's mutual, and you can still choose each time. When on, the first ${OPEN_LIKES_MAX} people of a day see at once that somebody likes them, and with Premium that it's you.`}
        checked={preferences.data.open_likes}
        onChange={(open_likes) => save.mutate({ open_likes })}
      />
      <Switch
        label="Pause my profile"
        hint="You won't be shown to anyone new. Your conversations stay open."
        checked={changes.paused ?? me.paused}
        onChange={(paused) => update.mutate({ paused })}
      />
      <Switch
        label="Behavioural analysis"
        hint="Learns from how you behave, never from your exact words."
        checked={consented}
        onChange={(on) => (on ? setConsent(true) : setWithdrawing(true))}
      />
      <Switch
        label="Language model"
        hint={MODEL_CONSENT}
        checked={preferences.data.ai_processing}
        onChange={(ai_processing) => save.mutate({ ai_processing })}
      />
      <AlertDialog
        open={withdrawing}
        onOpenChange={setWithdrawing}
        title="Withdraw your consent?"
        description="We stop the analysis and erase everything learned from your behaviour. Your answers, matches and conversations stay."
        confirmLabel="Withdraw and erase"
        danger
        loading={update.isPending}
        onConfirm={() => setConsent(false)}
      />
    </div>
  );
}

/** Downloads all of the user's data as one archive. */
export function ExportData() {
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      saveFile(await downloadExport(), 'soulsight-export.zip');
    } catch (error) {
      reportApiError(error, { context: 'profile', retry: () => void run() });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-soft">Everything we hold about you, in one archive.</p>
      <Button
        variant="secondary"
        loading={busy}
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => void run()}
      >
        Download my data
      </Button>
    </div>
  );
}

const PREMIUM_STOPS =
  " Your Premium isn't renewed. If you come back before then, you still have it. If you don't, you lose the rest of it.";
/** Must be typed to confirm. */
const CONFIRM_WORD = 'DELETE';

/** Locks the account immediately; it is erased 30 days later. */
export function DeleteAccount({ premium }: { premium: boolean }) {
  const { signOut } = useSessionContext();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [rejected, setRejected] = useState(false);
  const [password, setPassword] = useState('');
  const [wrongPassword, setWrongPassword] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  async function run() {
    setRejected(typed !== CONFIRM_WORD);
    if (typed !== CONFIRM_WORD) return;
    setBusy(true);
    try {
      const { deletion_at } = await deleteAccount(password);
      toast.info(
        `Your account is locked. We will erase it on ${formatLongDate(deletion_at)}; sign in before that to come back.`,
      );
      await signOut();
    } catch (error) {
      const wrong = isApiError(error) ? error.fields.password : undefined;
      setWrongPassword(wrong);
      if (!wrong) reportApiError(error, { context: 'profile', retry: () => void run() });
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-md text-ink-soft">
        We lock your account right away and erase everything in it after 30 days.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your account?"
        description={`Your matches and conversations close now, for both sides. After 30 days we can't bring anything back.${premium ? PREMIUM_STOPS : ''}`}
        confirmLabel="Delete my account"
        danger
        loading={busy}
        onConfirm={() => void run()}
      >
        <Input
          label={`Type ${CONFIRM_WORD} to confirm`}
          value={typed}
          autoComplete="off"
          error={rejected && typed !== CONFIRM_WORD ? `Please type ${CONFIRM_WORD}, in capital letters.` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PasswordInput
          label="Your password"
          value={password}
          autoComplete="current-password"
          error={wrongPassword}
          onChange={(event) => setPassword(event.target.value)}
        />
      </AlertDialog>
    </div>
  );
}
