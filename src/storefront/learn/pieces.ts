import CallOut from './pieces/call-out.astro'
import Level from './pieces/level.astro'
import PullQuote from './pieces/pull-quote.astro'
import Say from './pieces/say.astro'
import Step from './pieces/step.astro'

/** What an article may use without importing it (docs/editing.md). */
export const pieces = { CallOut, Level, PullQuote, Say, Step }
