/** Whose data this tab shows; null for nobody's. */
let shownUserId: string | null = null;

export function setShownUser(userId: string | null): void {
  shownUserId = userId;
}

/** Whether this tab shows the data of somebody else than this user. @param userId null for nobody */
export function showsAnother(userId: string | null): boolean {
  return shownUserId !== null && userId !== shownUserId;
}
