/** @throws TypeError without a connection to the shop */
export async function reachShop(): Promise<void> {
  await fetch('/api/health', { cache: 'no-store' })
}

/** Loads the page again, unless that would leave the browser's own page. @returns false without a connection */
export async function reloadOnline(): Promise<boolean> {
  try {
    await reachShop()
  } catch {
    return false
  }
  location.reload()
  return true
}
