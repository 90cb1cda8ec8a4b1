import type { Config } from '#api/deps.ts'
import { shortTokens } from '#api/platform/link-tokens.ts'

type Keys = Pick<Config, 'authKeys'>

/** The secrets in the address of a prepared checkout's page, by each of our keys, the newest first: stored is a hash alone. */
export function secretsOf(keys: Keys, id: string) {
  return shortTokens(keys, `prepared checkout ${id}`)
}

/** The address of a checkout's page. @param secret of {@link secretsOf} */
export function continueUrl({ origin }: Pick<Config, 'origin'>, secret: string): string {
  return `${origin}/checkout/${secret}`
}
