/**
 * The database's own message of a refusal: Drizzle hides it among the causes of its own error.
 * @throws when it did not refuse
 */
export async function refusalOf(work: PromiseLike<unknown>): Promise<string> {
  const error: unknown = await Promise.resolve(work).then(
    () => {
      throw new Error('The database took what it should have refused')
    },
    (reason: unknown) => reason,
  )
  const messages: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) messages.push(at.message)
  return messages.join('\n')
}
