import type { DatabaseOptions } from './database/server.ts'
import type { MailOptions } from './mail/server.ts'
import type { PaymentsOptions } from './payments/server.ts'
import type { PushOptions } from './push/server.ts'
import type { TextsOptions } from './texts/server.ts'

/** The options of each stand-in. */
export type StandInOptions = {
  database: DatabaseOptions
  payments: PaymentsOptions
  mail: MailOptions
  push: PushOptions
  texts: TextsOptions
}

// One of the stand-ins, in a process of its own: `node local/stand-in.ts database`. local/cloud.ts starts and ends it.
const START = {
  database: async (options: string) =>
    (await import('./database/server.ts')).startDatabase(JSON.parse(options)),
  payments: async (options: string) =>
    (await import('./payments/server.ts')).startPayments(JSON.parse(options)),
  mail: async (options: string) => (await import('./mail/server.ts')).startMail(JSON.parse(options)),
  push: async (options: string) => (await import('./push/server.ts')).startPush(JSON.parse(options)),
  texts: async (options: string) => (await import('./texts/server.ts')).startTexts(JSON.parse(options)),
}

const name = process.argv[2] as keyof StandInOptions
const service = await START[name](process.env['STAND_IN_OPTIONS'] ?? '{}')
process.once('SIGTERM', () => service.close().finally(() => process.exit(0)))
