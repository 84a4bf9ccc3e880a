export const PUSH_JOB = 'notifications.push';

/** Sends one stored notification to the user's browsers. */
export type PushJob = { userId: string; notificationId: string };
