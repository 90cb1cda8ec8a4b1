import { ApiError } from '#src/lib/api.ts'
import { linkToken } from '#src/lib/link-token.ts'
import { orderLinks, type TrackingAnswer } from '#src/lib/order-links.ts'
import { getPart, setBusy, setVisible } from '#src/lib/page-parts.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { fillIn, headline } from './fill-in.ts'
import { INCOMPLETE, LOOKING, NOT_LOADED, UNKNOWN } from './messages.ts'

// The page behind `View order status`.

/** Between looks, while somebody watches and there is something to come. */
const PAUSE_MS = 30_000
/** Back at the page after this long, it looks at once. */
const FRESH_MS = 5_000

let looked = 0
let known: TrackingAnswer | null = null
let timer = 0
let working = false

const over = () => known !== null && known.state !== 'on-its-way'

async function look(): Promise<void> {
  if (working) return
  clearTimeout(timer)
  const token = linkToken()
  if (!token) return stop(INCOMPLETE)
  working = true
  setBusy(getPart('retry'), true)
  try {
    known = await orderLinks.track(token)
    fillIn(known, new Date(serverNow()))
  } catch (error) {
    failed(error)
  } finally {
    looked = serverNow()
    working = false
    setBusy(getPart('retry'), false)
  }
  if (known && !over()) timer = window.setTimeout(() => !document.hidden && look(), PAUSE_MS)
}

function failed(error: unknown): void {
  const refused = error instanceof ApiError
  if (refused && (error.code === 'link_unknown' || error.status === 422)) {
    stop(UNKNOWN)
  } else if (!known) {
    // A failed look-up is shown only while there is nothing else to show.
    headline(NOT_LOADED.heading, refused ? error.message : NOT_LOADED.text)
    setVisible('order', false)
    setVisible('retry', true)
  }
}

/** Shows that the link opens nothing. */
function stop({ heading, text }: typeof UNKNOWN): void {
  known = null
  headline(heading, text)
  for (const name of ['order', 'retry']) setVisible(name, false)
  for (const name of ['find', 'drawing']) setVisible(name, true)
}

getPart('retry').addEventListener('click', look)
addEventListener('online', () => !over() && look())
addEventListener('hashchange', () => {
  known = null
  headline(LOOKING, '')
  for (const name of ['order', 'retry', 'find', 'drawing']) setVisible(name, false)
  look()
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !over() && serverNow() - looked > FRESH_MS) look()
})
look()
