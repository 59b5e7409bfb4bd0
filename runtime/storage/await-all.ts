/**
 * Waits for work that goes on side by side in one transaction: for all of it, also when some has failed, so that nothing is asked in a
 * transaction that is over. On PostgreSQL what is asked side by side is one way there and back.
 */
export async function allOf<Those extends readonly unknown[] | []>(
  those: Those,
): Promise<{ -readonly [At in keyof Those]: Awaited<Those[At]> }> {
  const all = Promise.all(those)
  // It fails as the first of them did; nobody hears of it before the others have ended.
  all.catch(() => {})
  await Promise.allSettled(those)
  return all
}
