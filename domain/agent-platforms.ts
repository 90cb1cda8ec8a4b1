/** The back office lists so many platforms. */
export const PLATFORMS_SHOWN = 500

/** Who placed an order: its buyer themselves, or with them an agent that had prepared it. */
export const ORDER_SOURCES = ['buyer', 'agent'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]

/** The host of a platform's profile: the part of its identity that it cannot choose at will. */
export function profileHost(profileUrl: string): string {
  return URL.parse(profileUrl)?.host ?? profileUrl
}

/** A platform as staff read it: a name is only claimed, so the host stands beside it. */
export function platformText({ name, host }: { name: string; host: string }): string {
  return name === host ? host : `${name} (${host})`
}
