/** Closes what this application shows among the system's notifications: all, or only the one with this id. */
export async function closeSystemNotifications(id?: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications?.()) ?? []) {
    if (id === undefined || (shown.data as { id?: string } | null)?.id === id) shown.close();
  }
}
