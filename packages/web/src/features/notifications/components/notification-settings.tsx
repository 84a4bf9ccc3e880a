import {
  NOTIFICATION_KIND_IDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettingsChange,
  type NotificationSettings as Settings,
} from '@soulsight/contract/notifications';
import { supportsPush } from '../../../lib/browser/push-subscription.ts';
import { Switch } from '../../../ui/choice.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Input } from '../../../ui/input.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useNotificationSettings, usePush, useSaveNotificationSettings } from '../notification-settings.hooks.ts';

const CHANNELS = { app: 'In the app', push: 'Push', mail: 'Email' } as const;
type Channel = keyof typeof CHANNELS;
const ALWAYS_MAILED =
  'Receipts, and emails about a failed or disputed payment or a moderator’s decision, always reach you. The unsubscribe link in an email turns off the rest, except for Subscription, Safety and Account.';
const PUSH_ON = 'Notifications never show what a reveal stage still hides.';
const PUSH_OFF = `This device gets none: “${CHANNELS.push}” below is for the devices where this is on. ${PUSH_ON}`;
const NO_PUSH = `This browser cannot show push notifications: “${CHANNELS.push}” below is for your other devices.`;
const DEFAULT_QUIET = { from: '22:00', to: '08:00' };

/** Notification kinds by channel, quiet hours, and push in this browser. */
export function NotificationSettings() {
  const settings = useNotificationSettings();
  const save = useSaveNotificationSettings();
  if (settings.isPending) return <TextSkeleton lines={6} />;
  if (settings.isLoadingError) return <ErrorState error={settings.error} onRetry={() => settings.refetch()} />;
  return <SettingsForm settings={settings.data} save={save.mutate} />;
}

function SettingsForm({ settings, save }: { settings: Settings; save: (change: NotificationSettingsChange) => void }) {
  const quiet = settings.quiet_hours;
  function set(kind: NotificationKind, channel: Channel, on: boolean) {
    save({ kinds: { [kind]: { [channel]: on } } });
  }
  return (
    <div className="flex flex-col gap-6">
      {supportsPush() ? <PushSwitch /> : <p className="text-sm text-ink-soft">{NO_PUSH}</p>}
      <div className="overflow-x-auto">
        {/* With large text and in narrow windows, the switches of a row stand below its name. */}
        <table className="w-full text-left max-[22rem]:[&_tr]:grid max-[22rem]:[&_tr]:grid-cols-3">
          <thead>
            <tr className="text-xs text-ink-faint">
              <th scope="col" className="pb-2 font-normal max-[22rem]:absolute">
                <span className="sr-only">Kind</span>
              </th>
              {Object.entries(CHANNELS).map(([channel, label]) => (
                <th key={channel} scope="col" className="w-16 pb-2 text-center font-normal max-[22rem]:w-auto sm:w-24">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {NOTIFICATION_KIND_IDS.map((kind) => (
              <tr key={kind}>
                <th scope="row" className="py-2 font-normal max-[22rem]:col-span-3">
                  {NOTIFICATION_KINDS[kind].label}
                </th>
                {(Object.keys(CHANNELS) as Channel[]).map((channel) => (
                  <td key={channel}>
                    <div className="flex justify-center">
                      <Switch
                        hideLabel
                        label={`${NOTIFICATION_KINDS[kind].label}: ${CHANNELS[channel]}`}
                        checked={settings.kinds[kind][channel]}
                        onChange={(on) => set(kind, channel, on)}
                      />
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-ink-soft">{ALWAYS_MAILED}</p>
      <Switch
        label="Quiet hours"
        hint="No push notifications at night, and only the emails that always reach you. You'll find everything in the app."
        checked={quiet !== null}
        onChange={(on) => save({ quiet_hours: on ? DEFAULT_QUIET : null })}
      />
      {quiet && (
        <div className="grid max-w-sm grid-cols-2 gap-4">
          <Input
            label="From"
            type="time"
            value={quiet.from}
            onChange={(event) => event.target.value && save({ quiet_hours: { ...quiet, from: event.target.value } })}
          />
          <Input
            label="Until"
            type="time"
            value={quiet.to}
            onChange={(event) => event.target.value && save({ quiet_hours: { ...quiet, to: event.target.value } })}
          />
        </div>
      )}
    </div>
  );
}

function PushSwitch() {
  const push = usePush();
  return (
    <Switch
      label="Notifications on this device"
      hint={push.on ? PUSH_ON : PUSH_OFF}
      checked={push.on}
      disabled={push.busy}
      onChange={(on) => push.change(on)}
    />
  );
}
