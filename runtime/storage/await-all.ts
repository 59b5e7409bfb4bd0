/**
 * Waits for parallel statements of one transaction, for all of them even after a failure, so that none runs after the transaction's end.
 * On PostgreSQL parallel statements need one round trip together.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const all = Promise.all(work)
  // It rejects with the first failure, but only after all others have ended.
  all.catch(() => {})
  await Promise.allSettled(work)
  return all
}
