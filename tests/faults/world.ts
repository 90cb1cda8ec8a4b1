import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { createApp } from '#api/app.ts'
import type { Deps } from '#api/deps.ts'
import { renderEmail } from '#api/emails.ts'
import { runScheduled } from '#api/scheduled.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { signIn } from '#tests/support/staff.ts'
import { Weather } from './faults.ts'
import { stageCache, stageDatabase, stageMail, stagePayments } from './outside.ts'
import { Stage } from './stage.ts'

const GENEROUS = { max: 100_000, seconds: 60 }
const CONFIG: Deps['config'] = {
  origin: 'https://shop.example',
  authKeys: [{ id: 'torture', secret: 'a-secret-of-the-torture-and-of-nothing-else' }],
  paymentMethods: ['card'],
  reconcileHours: 2,
  limits: {
    signIn: GENEROUS,
    placement: GENEROUS,
    lookUp: GENEROUS,
    waitlist: GENEROUS,
    pageViews: GENEROUS,
    browserErrors: GENEROUS,
  },
}

export type World = Awaited<ReturnType<typeof openWorld>>
export type Answer = { status: number; body: Record<string, unknown> }

/**
 * A whole shop on a stage: the real API and its scheduled work, a database of its own, the stand-ins' rules. Only its
 * dependencies know that it is a play. One world at a time: it has the process's clock.
 */
export async function openWorld({ seed, start }: { seed: string; start: Date }) {
  const database = await openTestDatabase({ seeded: true })
  await database.client.execute('pragma synchronous = off')
  const stage = new Stage(seed, start)
  const weather = new Weather()
  const scene = { stage, weather }
  const straight = stageDatabase(scene, database.client)
  const { provider, payments } = stagePayments(scene)
  const { mailbox, mail } = stageMail(scene)
  const { cache, purged } = stageCache(scene)
  const deps: Deps = {
    renderEmail,
    db: database.db,
    payments,
    mail,
    cache,
    hashing: { refuseWhenFull: () => {}, turn: async () => {} },
    analytics: null,
    clock: { now: () => new Date(stage.time.now) },
    config: CONFIG,
    log: (level, event, fields = {}) => {
      // Ids are made anew in every play of the same seed, and so are the short hashes of payment sessions.
      const told = JSON.stringify(fields).replaceAll(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"[0-9a-f]{12}"/g,
        '…',
      )
      if (level !== 'info') stage.script.push(`  ${event} ${told}`)
    },
    random: (length) => Uint8Array.from({ length }, () => Math.floor(stage.rng() * 256)),
    waitUntil: (work) => stage.waitUntil(work),
  }
  const app = createApp(deps)
  stage.install()
  const admins = [
    await signIn({ app, db: database.db, deps }, { email: 'ada@shop.example' }),
    await signIn({ app, db: database.db, deps }, { email: 'ben@shop.example' }),
  ] as const
  const copies: { file: string; client?: Client }[] = []
  /** Answers that should not have been, whatever failed. */
  const wrong: string[] = []
  /** Orders of which an admin has sent a message again that may have gone. */
  const sentAgain = new Set<string>()

  const ask = (name: string, send: () => Promise<Answer>): Promise<Answer> =>
    stage.run(name, async (met) => {
      const answer = await send()
      stage.script.push(`${name} is answered ${answer.status} ${String(codeOf(answer) ?? '')}`)
      if (answer.status === 200) weather.count(name.replace(/\d|^ada |^ben /g, ''))
      if (answer.status >= 500) weather.count(`answered ${answer.status}`)
      if (answer.status === 500 && met.length === 0) {
        wrong.push(`${name}: answered 500 though nothing failed`)
      }
      return answer
    })

  return {
    stage,
    weather,
    db: database.db,
    deps,
    admins,
    provider,
    mailbox,
    purged,
    wrong,
    sentAgain,
    ask,
    /** A request of somebody who is not signed in. */
    post: (name: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(name, async () => {
        const response = await app.request(`/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
        const text = await response.text()
        return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
      }),
    scheduled: () => stage.run('scheduled work', () => runScheduled(deps)),
    rows: async (sql: string, ...args: (string | number)[]) => (await straight.execute({ sql, args })).rows,
    /** Copies the database as it is. @returns how to go back to that copy, once */
    copy: async () => {
      const copied: (typeof copies)[number] = {
        file: join(tmpdir(), `torture-copy-${crypto.randomUUID()}.db`),
      }
      copies.push(copied)
      await straight.execute({ sql: 'vacuum into ?', args: [copied.file] })
      return () => {
        const client = createClient({ url: `file:${copied.file}` })
        copied.client = client
        Object.assign(straight, { execute: client.execute.bind(client), batch: client.batch.bind(client) })
      }
    },
    close: async () => {
      for (const { client, file } of copies) {
        client?.close()
        for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
      }
      stage.uninstall()
      provider.store.close()
      mailbox.close()
      await database.close()
    },
  }
}

/** The word for what went wrong. */
export function codeOf({ body }: Answer): unknown {
  const error = body['error']
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
