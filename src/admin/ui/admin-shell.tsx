import type { ReactNode } from 'react'
import { SITE } from '#src/site.ts'

/**
 * The walls of the back office: what the server draws before anything is known, and what every screen stands in.
 * @param side what is in the sidebar, from medium screens on
 * @param bar what is at the right of the bar on a phone
 */
export function AdminShell({
  side,
  bar,
  children,
}: {
  side?: ReactNode
  bar?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="office">
      <a className="skip link" href="#content">
        Skip to content
      </a>
      <aside className="office-side">
        <BrandLink />
        {side}
      </aside>
      <header className="office-bar">
        <BrandLink />
        {bar}
      </header>
      <main id="content" className="office-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

export function BrandLink() {
  return (
    <a className="office-sign" href="/">
      <img src="/favicon.svg" alt="" width="28" height="28" />
      <span>
        <b className="display">{SITE.brand}</b>
        <small>Back office</small>
      </span>
    </a>
  )
}

/** Something will be here in a moment. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex flex-col gap-6">
      <h1 className="sr-only">{label}</h1>
      <div className="skeleton h-9 w-56 max-w-full" />
      <div className="skeleton h-64" />
    </div>
  )
}
