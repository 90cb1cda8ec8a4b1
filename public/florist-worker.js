// The service worker of the florist's page, and of nothing else of the shop: it shows rings. It keeps no files, and page and worker
// agree on the shape of a ring only: { title, body, url, tag }.

const PAGE = '/florist'
const ASKED = { title: 'A new order', body: 'Tap to open it.', url: PAGE, tag: 'ring' }

/** An address of the page, whatever name the shop knows itself by. */
const addressOf = (rest) => new URL(PAGE + rest, location.origin).href

/** @returns what the push says; what is missing or no ring of ours is filled in, since each push has to show something */
function ringOf(data) {
  try {
    const ring = { ...ASKED, ...data.json() }
    const { pathname, search, hash } = new URL(ring.url, location.origin)
    return { ...ring, url: addressOf(pathname === PAGE ? search + hash : '') }
  } catch {
    return { ...ASKED, url: addressOf('') }
  }
}

const tokenOf = (address) => {
  const url = new URL(address)
  return url.searchParams.get('token') || url.hash.slice(1)
}

async function openPages() {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.filter(({ url }) => new URL(url).pathname === PAGE)
}

async function ring({ title, body, url, tag }) {
  // The same ring once more takes the place of the first and makes no sound.
  await registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: '/icon-512.png',
    requireInteraction: true,
    vibrate: [600, 200, 600, 200, 600],
  })
  for (const page of await openPages()) page.postMessage({ ring: url })
}

async function open(url) {
  const pages = await openPages()
  const page = pages.find((one) => tokenOf(one.url) === tokenOf(url))
  if (!page) return clients.openWindow(url)
  // Its address may have changed since it was opened.
  page.postMessage({ open: url })
  return page.focus()
}

/** The push service gives the browser another subscription: the shop is told, as long as the old one is known. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const next = newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options))
  await fetch('/api/florist/devices/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ before: oldSubscription.endpoint, subscription: next.toJSON() }),
  })
}

addEventListener('install', () => skipWaiting())
addEventListener('push', (event) => event.waitUntil(ring(ringOf(event.data))))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
