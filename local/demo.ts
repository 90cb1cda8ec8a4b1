import { authKeysOf } from '#api/env.ts'
import { DEMO, seedDemo } from '#drizzle/seed/demo.ts'
import { ROOT } from './command.ts'
import { seedDemoPhotos } from './demo-photos.ts'
import { onOpenDatabase } from './open-database.ts'
import { isFree, portsFrom } from './ports.ts'
import { dataFolder, readSecrets, realServices, workerSettings } from './settings.ts'

// npm run demo: adds a market that asks its florist for an answer, and that florist, who makes three bouquets a day. Works
// on the database that DATABASE_URL names, else on the copy on PORT, running or not, once it has been started. A copy that
// runs gets drawn pictures of bouquets "Made this week", too.
await onOpenDatabase(async (db) => {
  try {
    const now = new Date()
    await seedDemo(db, now.toISOString())
    console.log(
      `Added Hoboken (demo). Order for ZIP ${DEMO.zip}: there are ${DEMO.bouquetsADay} bouquets a day.`,
    )
    const ports = portsFrom(process.env['PORT'])
    if (realServices(process.env).database || (await isFree(ports.shop))) {
      console.log('No pictures were added: they go to a copy that runs (npm start) with its own database.')
      return
    }
    const settings = workerSettings(ports, readSecrets(dataFolder(ROOT, ports)), process.env)
    const { SITE_ORIGIN: origin = '', AUTH_KEYS = '' } = settings
    await seedDemoPhotos(db, {
      keys: { origin, authKeys: authKeysOf(AUTH_KEYS) },
      send: (path, init) => fetch(`${origin}/api${path}`, init),
      now,
    })
    console.log(
      'Added drawn pictures: /home shows them under “Made this week” for seven days, within an hour (at once after a restart).',
    )
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}\nRun npm start first: it makes the tables.`,
    )
    process.exitCode = 1
  }
})
