import { createClient } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { DEMO, seedDemo } from '#drizzle/seed/demo.ts'
import { openDatabase } from './open-database.ts'

// npm run demo: adds a market that asks its florist for an answer, and that florist, who makes three bouquets a day. Works
// on the database that DATABASE_URL names, else on the copy on PORT, running or not, once it has been started.
const { url, authToken, close } = await openDatabase()
const client = createClient({ url, ...(authToken ? { authToken } : {}) })
try {
  await seedDemo(drizzle(client, { casing: 'snake_case' }), new Date().toISOString())
  console.log(
    `Added Hoboken (demo). Order for ZIP ${DEMO.zip}: there are ${DEMO.bouquetsADay} bouquets a day.`,
  )
} catch (error) {
  console.error(
    `${error instanceof Error ? error.message : String(error)}\nNothing was added. Run npm start first: it makes the tables.`,
  )
  process.exitCode = 1
} finally {
  client.close()
  await close()
}
