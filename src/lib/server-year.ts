/** The year of a page that was rendered at a build: from New Year on it is the server's, who is asked only then. */
async function correct(shown: Element): Promise<void> {
  if (shown.textContent === String(new Date().getUTCFullYear())) return
  const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  const now = new Date(headers.get('date') ?? Number.NaN)
  if (!Number.isNaN(now.getTime())) shown.textContent = String(now.getUTCFullYear())
}

const shown = document.querySelector('[data-year]')
if (shown) {
  correct(shown).catch(() => {
    // Without an answer the year of the build stays.
  })
}
