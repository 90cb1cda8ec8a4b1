import { watchPhotos } from '#src/lib/photo-item.ts'
import { serverNow } from '#src/lib/server-clock.ts'

// The question's photographs. Without this script the page is the same.

/** Links to photographs live five minutes at least. */
const LINKS_MS = 4 * 60_000

const photos = document.querySelector<HTMLElement>('[data-part="photos"]')
const opened = serverNow()

/** Nothing can be typed here. An answer that was sent has no address to look at again. */
function comeBack(): void {
  const isOld = serverNow() - opened > LINKS_MS
  if (photos && isOld && !document.hidden && location.search) location.reload()
}

if (photos) watchPhotos(photos)
document.addEventListener('visibilitychange', comeBack)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
