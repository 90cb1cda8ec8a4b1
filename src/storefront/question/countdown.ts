import { checkServerTime, pageDrawnAt, serverNow } from '#src/lib/server-clock.ts'
import { leftText } from './left-text.ts'

// Counts down to the deadline of a question in whole minutes, by the server's clock. The page shows it in two places, of which one is in
// sight.

const MINUTE = 60_000

const figures = [...document.querySelectorAll<HTMLElement>('[data-deadline]')]
const { deadline = '', drawnAt = '' } = figures[0]?.dataset ?? {}
let timer: ReturnType<typeof setTimeout> | undefined

function count(): void {
  const now = serverNow()
  const left = Date.parse(deadline) - now
  for (const figure of figures) figure.textContent = leftText(deadline, new Date(now))
  clearTimeout(timer)
  // A moment after the minute, so that none is shown twice.
  if (left > 0) timer = setTimeout(check, (left % MINUTE) + 50)
}

async function check(): Promise<void> {
  count()
  await checkServerTime()
  count()
}

// Timers stop while the machine sleeps, and the page while it is kept for a way back.
function comeBack(): void {
  if (!document.hidden) void check()
}

pageDrawnAt(drawnAt)
count()
document.addEventListener('visibilitychange', comeBack)
addEventListener('pageshow', comeBack)
