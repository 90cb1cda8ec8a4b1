import CallOut from './mdx-components/call-out.astro'
import Level from './mdx-components/level.astro'
import PullQuote from './mdx-components/pull-quote.astro'
import Say from './mdx-components/say.astro'
import Step from './mdx-components/step.astro'

/** The components that an article may use without importing them (docs/editing.md). */
export const mdxComponents = { CallOut, Level, PullQuote, Say, Step }
