// Sends uncaught errors to the API: message, stack and the page's path. The API removes personal data from them.

/** A page that fails in a loop repeats itself; the first few say everything. */
const MAX_REPORTS = 5
const ENDPOINT = '/api/browser-errors'

const reported = new Set<string>()

function report(thrown: unknown): void {
  const {
    name,
    message,
    stack = '',
  } = thrown instanceof Error ? thrown : { name: typeof thrown, message: String(thrown) }
  // An aborted request, a script of another site (the browser hides its message), an extension.
  if (name === 'AbortError' || message === 'Script error.' || /-extension:/.test(stack)) return
  const body = JSON.stringify({
    path: location.pathname.slice(0, 300),
    error: name.slice(0, 100),
    message: message.slice(0, 500),
    stack: stack.slice(0, 4000),
  })
  if (reported.size >= MAX_REPORTS || reported.has(body)) return
  reported.add(body)
  navigator.sendBeacon(ENDPOINT, new Blob([body], { type: 'application/json' }))
}

addEventListener('error', ({ error, message }) => report(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => report(reason))
