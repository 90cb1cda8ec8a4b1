import { DEMO, seedDemo } from '#drizzle/seed/demo.ts'
import { onOpenDatabase } from './open-database.ts'

// npm run demo: adds a market that asks its florist for an answer, and that florist, who makes three bouquets a day. Works
// on the database that DATABASE_URL names, else on the copy on PORT, running or not, once it has been started.
await onOpenDatabase(async (db) => {
  try {
    await seedDemo(db, new Date().toISOString())
    console.log(
      `Added Hoboken (demo). Order for ZIP ${DEMO.zip}: there are ${DEMO.bouquetsADay} bouquets a day.`,
    )
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}\nNothing was added. Run npm start first: it makes the tables.`,
    )
    process.exitCode = 1
  }
})
