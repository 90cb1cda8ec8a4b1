import type { Ports } from './ports.ts'

const MINUTE_MS = 60_000

/** Calls the Worker's scheduled work now and every minute, as the cron trigger does. @returns how to stop it */
export function startSchedule(ports: Ports): () => void {
  // A Worker that is just being restarted misses a minute; the next one catches up.
  const run = () => void ring(ports).catch(() => undefined)
  run()
  const timer = setInterval(run, MINUTE_MS)
  return () => clearInterval(timer)
}

async function ring(ports: Ports): Promise<void> {
  await fetch(`http://localhost:${ports.shop}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`)
}
