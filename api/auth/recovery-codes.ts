import type { Deps } from '#api/deps.ts'
import { sha256 } from '#api/platform/hash.ts'
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCode } from '#domain/second-factor.ts'

/** Ten new recovery codes, and what is kept of them. */
export async function newRecoveryCodes(
  { random }: Pick<Deps, 'random'>,
  userId: string,
): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(random(RECOVERY_CODE_BYTES)))
  return { codes, hashes: await Promise.all(codes.map((code) => recoveryCodeHash(userId, code))) }
}

/** @param code as `readCode` gives it */
export function recoveryCodeHash(userId: string, code: string): Promise<string> {
  return sha256(`${userId}:${code}`)
}
