// A browser's subscription to pushes, and what is known of the phone that it runs on.

const WORKER = '/florist-worker.js'
const SCOPE = '/florist'
/** A worker that has not started by then will not: some browsers say nothing where they do not want one. */
const START_MS = 10_000

/** The subscription of this browser; null without one, and where there cannot be one. */
export async function subscription(): Promise<PushSubscription | null> {
  try {
    const worker = await navigator.serviceWorker.getRegistration(SCOPE)
    return (await worker?.pushManager.getSubscription()) ?? null
  } catch {
    return null
  }
}

/**
 * Subscribes this browser.
 * @param publicKey the shop's, in base64url
 * @throws what the browser says, or an error when it says nothing
 */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const { pushManager } = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(reject, START_MS)),
  ])
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // Subscribed with the key that the shop had before.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64Url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
}

/** An iPad says that it is a Mac, but is touched. */
export const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export const onHomeScreen = () => matchMedia('(display-mode: standalone)').matches

/** The name that is proposed for a phone. */
export function phoneName(): string {
  if (isIos()) return /iPhone/.test(navigator.userAgent) ? 'iPhone' : 'iPad'
  return /Android/.test(navigator.userAgent) ? 'Android phone' : 'Computer'
}
