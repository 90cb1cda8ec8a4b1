import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.ts'
import type { DatabaseOptions } from './database/server.ts'
import type { Ports } from './ports.ts'
import { prepareDatabase } from './prepare-database.ts'
import { LOCAL_NUMBER, type Real, realServices, type Secrets } from './settings.ts'
import type { StandInOptions } from './stand-in.ts'
import { type Program, type Supervised, statusOf, supervise } from './supervise.ts'

const HOST = '127.0.0.1'

/**
 * Starts the stand-ins that no real keys replace, each in a process of its own, and brings the local database up to date:
 * migrations, seeds, the first admin. A real database is never touched from here.
 * @param root of the project
 * @param folder of the copy's data
 * @returns all of them as one, ready once the database is up to date, too
 */
export function startCloud(
  root: string,
  folder: string,
  ports: Ports,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Supervised {
  const real: Real = realServices(env)
  mkdirSync(join(folder, 'data'), { recursive: true })
  const options = standInOptions(folder, ports, secrets)
  const start = (name: keyof StandInOptions): Supervised | null =>
    real[name] ? null : supervise(standIn(root, folder, ports, name, options[name]))
  const database = start('database')
  const beside = (['payments', 'mail', 'push', 'texts'] as const).map(start)
  const running = [database, ...beside].filter((each) => each !== null)
  const prepared = database ? prepare(database, root, options.database, secrets, env) : Promise.resolve()
  return {
    ready: all([...running.map(({ ready }) => ready), prepared]),
    ended: all(running.map(({ ended }) => ended)),
    stop: () => all(running.map((each) => each.stop())),
  }
}

const NAMES = {
  database: 'The database',
  payments: 'The payment page',
  mail: 'The mail box',
  push: 'The push service',
  texts: 'The text messages',
}

function standIn<Name extends keyof StandInOptions>(
  root: string,
  folder: string,
  ports: Ports,
  name: Name,
  options: StandInOptions[Name],
): Program {
  const log = join(folder, `${name}.log`)
  // Not as an argument: every user of the machine can read those, and the options hold secrets.
  const env = { ...process.env, STAND_IN_OPTIONS: JSON.stringify(options) }
  return {
    name: NAMES[name],
    log,
    start: () => startChild(join(root, 'local/stand-in.ts'), [name], { cwd: root, env, log }),
    // Whatever it says, it serves. Its faults are for those who use it.
    look: async () =>
      (await statusOf(`http://${HOST}:${ports[name]}/health`)) === null ? 'fails' : 'serves',
  }
}

function standInOptions(folder: string, ports: Ports, secrets: Secrets): StandInOptions {
  const file = (name: string) => join(folder, 'data', name)
  const webhook = (provider: string) => `http://localhost:${ports.shop}/api/webhooks/${provider}`
  return {
    database: {
      file: file('shop.db'),
      host: HOST,
      port: ports.database,
      authToken: secrets.databaseToken,
    },
    payments: {
      file: file('payments.db'),
      host: HOST,
      port: ports.payments,
      webhookUrl: webhook('stripe'),
      webhookSecret: secrets.stripeWebhookSecret,
      secretKey: secrets.stripeSecretKey,
    },
    mail: {
      file: file('mail.db'),
      host: HOST,
      port: ports.mail,
      apiKey: secrets.resendApiKey,
      webhook: { url: webhook('resend'), secret: secrets.resendWebhookSecret },
    },
    push: { file: file('push.db'), host: HOST, port: ports.push },
    texts: {
      file: file('texts.db'),
      host: HOST,
      port: ports.texts,
      apiKey: secrets.telnyxApiKey,
      from: LOCAL_NUMBER,
      webhook: { url: webhook('telnyx'), privateKey: secrets.telnyxPrivateKey },
    },
  }
}

async function prepare(
  database: Supervised,
  root: string,
  at: DatabaseOptions,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await database.ready
  await prepareDatabase(root, `http://${at.host}:${at.port}`, secrets, env)
}

async function all(promises: Promise<void>[]): Promise<void> {
  await Promise.all(promises)
}
