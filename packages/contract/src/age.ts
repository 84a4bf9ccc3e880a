/**
 * Whole years lived on a day.
 * @param birth calendar day of birth, YYYY-MM-DD
 * @param on the day, of which the UTC date counts
 */
export function calculateAge(birth: string, on: Date): number {
  const [year = 0, month = 1, day = 1] = birth.split('-').map(Number);
  const hadBirthday = on.getUTCMonth() + 1 > month || (on.getUTCMonth() + 1 === month && on.getUTCDate() >= day);
  return on.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}
