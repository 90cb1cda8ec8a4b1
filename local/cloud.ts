import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { seed } from '#drizzle/seed/seed.ts'
import { startDatabase } from './database/server.ts'
import { ensureAdmin } from './first-admin.ts'
import { startMail } from './mail/server.ts'
import { startPayments } from './payments/server.ts'
import type { Ports } from './ports.ts'
import { type Real, realServices, type Secrets } from './settings.ts'

const HOST = '127.0.0.1'

/** The stand-ins of one copy, running. */
export type Cloud = { close(): Promise<void> }

/**
 * Starts the stand-ins that no real keys replace, and brings the local database up to date: migrations, seeds, the first
 * admin. A real database is never touched from here.
 * @param root of the project
 * @param folder of the copy's data
 */
export async function startCloud(
  root: string,
  folder: string,
  ports: Ports,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Promise<Cloud> {
  const real: Real = realServices(env)
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  const running: Cloud[] = []
  if (!real.database) {
    const file = join(data, 'shop.db')
    running.push(
      await startDatabase({ file, host: HOST, port: ports.database, authToken: secrets.databaseToken }),
    )
    await prepareDatabase(root, ports, secrets, env)
  }
  if (!real.payments) {
    running.push(
      await startPayments({
        file: join(data, 'payments.db'),
        host: HOST,
        port: ports.payments,
        webhookUrl: `http://localhost:${ports.shop}/api/webhooks/stripe`,
        webhookSecret: secrets.stripeWebhookSecret,
        secretKey: secrets.stripeSecretKey,
      }),
    )
  }
  if (!real.mail) {
    running.push(
      await startMail({
        file: join(data, 'mail.db'),
        host: HOST,
        port: ports.mail,
        apiKey: secrets.resendApiKey,
        webhook: {
          url: `http://localhost:${ports.shop}/api/webhooks/resend`,
          secret: secrets.resendWebhookSecret,
        },
      }),
    )
  }
  return {
    close: async () => {
      await Promise.all(running.map((service) => service.close()))
    },
  }
}

async function prepareDatabase(
  root: string,
  ports: Ports,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const client = createClient({ url: `http://${HOST}:${ports.database}`, authToken: secrets.databaseToken })
  const db = drizzle(client, { casing: 'snake_case' })
  await migrate(db, { migrationsFolder: join(root, 'drizzle', 'migrations') })
  const now = new Date().toISOString()
  const { rows } = await client.execute('select count(*) as n from states')
  // Only a new database is filled: what an admin removed stays removed.
  if (Number(rows[0]?.['n']) === 0) await seed(db, now)
  await ensureAdmin(db, secrets, env, now)
  client.close()
}
