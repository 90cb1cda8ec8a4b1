import { SITE } from '#src/site.ts'

/** A path of ours, or an address, as the whole world knows it. */
export function address(path: string): string {
  return new URL(path, SITE.address).href
}
