import { ApiError } from '#src/lib/api.ts'
import { linkToken } from '#src/lib/link-token.ts'
import { orderLinks, type TrackingAnswer } from '#src/lib/order-links.ts'
import { getPart, setBusy, setVisible } from '#src/lib/page-parts.ts'
import { watchPhotos } from '#src/lib/photo-item.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { fillIn, headline } from './fill-in.ts'
import { INCOMPLETE, LOOKING, NOT_LOADED, UNKNOWN } from './messages.ts'

// The page behind `View order status`.

/** Between looks, while somebody watches and there is something to come. */
const PAUSE_MS = 30_000
/** Back at the page after this long, it looks at once. */
const FRESH_MS = 5_000
/** Links to photographs live five minutes at least: new ones come before, also when nothing else is to come. */
const LINKS_MS = 4 * 60_000

let looked = 0
let known: TrackingAnswer | null = null
let timer = 0
let working = false

/** By a reload nothing has happened; from the second look on, what has changed since is seen to change. */
const [arrival] = performance.getEntriesByType('navigation')
let moves = arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate'

const over = () => known !== null && known.state !== 'on-its-way'
/** False once there is neither news to come nor a photograph to be opened. */
const mayChange = () => !over() || Boolean(known?.photos.length)

async function look(): Promise<void> {
  if (working) return
  clearTimeout(timer)
  const token = linkToken()
  if (!token) return stop(INCOMPLETE)
  working = true
  setBusy(getPart('retry'), true)
  try {
    known = await orderLinks.track(token)
    getPart('page').dataset['moves'] = String(moves)
    moves = true
    fillIn(known, new Date(serverNow()))
  } catch (error) {
    failed(error)
  } finally {
    looked = serverNow()
    working = false
    setBusy(getPart('retry'), false)
  }
  if (known && mayChange()) {
    timer = window.setTimeout(() => !document.hidden && look(), over() ? LINKS_MS : PAUSE_MS)
  }
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
addEventListener('online', () => mayChange() && look())
addEventListener('hashchange', () => {
  known = null
  headline(LOOKING, '')
  for (const name of ['order', 'retry', 'find', 'drawing']) setVisible(name, false)
  look()
})
/** Looks again when somebody comes back to the page. */
function comeBack(): void {
  if (!document.hidden && mayChange() && serverNow() - looked > (over() ? LINKS_MS : FRESH_MS)) look()
}
document.addEventListener('visibilitychange', comeBack)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
watchPhotos(getPart('photos'), look)
look()
