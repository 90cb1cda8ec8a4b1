import { SITE } from '#domain/site.ts'

/** A path of ours, or an address, as an absolute public address. */
export function address(path: string): string {
  return new URL(path, SITE.address).href
}
