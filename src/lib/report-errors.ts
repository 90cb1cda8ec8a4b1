// Tells our API about errors that nobody caught, so that somebody finds their cause. Without what was typed: the message, the
// stack and the page's path, and the API takes from them what is personal.

/** A page in a loop says the same for ever; what else it has to say is in the first few. */
const MOST = 5
const ADDRESS = '/api/browser-errors'

const told = new Set<string>()

function report(thrown: unknown): void {
  const {
    name,
    message,
    stack = '',
  } = thrown instanceof Error ? thrown : { name: typeof thrown, message: String(thrown) }
  // Given up on purpose; of another site's script, of which the browser tells nothing; of an extension.
  if (name === 'AbortError' || message === 'Script error.' || /-extension:/.test(stack)) return
  const body = JSON.stringify({
    path: location.pathname.slice(0, 300),
    error: name.slice(0, 100),
    message: message.slice(0, 500),
    stack: stack.slice(0, 4000),
  })
  if (told.size >= MOST || told.has(body)) return
  told.add(body)
  navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }))
}

addEventListener('error', ({ error, message }) => report(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => report(reason))
