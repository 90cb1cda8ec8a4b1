import type { TestProject } from 'vitest/node'
import { reservePorts } from '#local/ports.ts'
import { openShop } from '#tests/support/own-shop.ts'
import { OWNER } from './visitor.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    port: number
  }
}

/** Opens the shop that all files share which kill nothing: opening one takes longer than most of them. */
export default async function setup({ provide }: TestProject) {
  const { shop: port } = await reservePorts()
  const shop = await openShop(port, {
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    // A busy machine answers a crowd late; what must not happen is no answer.
    TIME_LIMIT_FACTOR: '30',
    PLACEMENTS_PER_MINUTE: '100000',
    LOOK_UPS_PER_MINUTE: '100000',
  })
  provide('port', port)
  return () => shop.close()
}
