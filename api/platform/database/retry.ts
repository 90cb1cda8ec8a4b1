import { AppError } from '#api/errors.ts'

const MAX_ATTEMPTS = 6

/** Thrown by an attempt that found out itself that somebody else was faster. */
export class Overtaken extends Error {}

/**
 * Reads, decides and writes, and does all of it again when somebody else was faster.
 * @param isOvertaken true for an error with which the database refuses a write that was decided on an older state
 * @param givenUp what is thrown when every attempt was overtaken; absent: AppError `edit_conflict`
 */
export async function retryOvertaken<Result>(
  attempt: () => Promise<Result>,
  isOvertaken: (error: unknown) => boolean = () => false,
  givenUp = () => new AppError('edit_conflict'),
): Promise<Result> {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Overtaken) && !isOvertaken(error)) throw error
    }
  }
  throw givenUp()
}
