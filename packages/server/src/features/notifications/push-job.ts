export const PUSH_JOB = 'notifications.push';
export const PUSH_SEND_JOB = 'notifications.push-send';

/** Sends one stored notification to the user's browsers. `waited`: an open page has had the time to show it. */
export type PushJob = { userId: string; notificationId: string; waited?: true };
/** Sends it to one browser; `attempt` counts from 1. */
export type PushSendJob = { userId: string; notificationId: string; subscriptionId: string; attempt: number };
