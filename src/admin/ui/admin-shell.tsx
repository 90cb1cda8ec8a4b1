import type { ReactNode } from 'react'
import { SITE } from '#domain/site.ts'
import type { Elements } from '#src/components/ui/elements.ts'

/**
 * The frame of the back office: what the server draws before anything is known, and what surrounds every screen.
 * @param side what is in the sidebar, from medium screens on
 * @param bar what is at the right of the bar on a phone
 */
export function AdminShell({
  side,
  bar,
  children,
}: {
  side?: Elements
  bar?: Elements
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-1 flex-col lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start">
      <nav aria-label="On this page" className="fixed top-2 left-2 z-20 not-focus-within:-translate-y-[200%]">
        <a className="link block rounded-field bg-card p-3" href="#content">
          Skip to content
        </a>
      </nav>
      <aside className="sticky top-0 flex h-dvh flex-col gap-5 overflow-y-auto border-r border-line bg-card px-3.5 py-5 max-lg:hidden">
        <BrandLink />
        {side}
      </aside>
      <header className="top-0 z-10 flex min-h-14 items-center justify-between border-b border-line bg-paper pr-2 pl-4 lg:hidden [@media(height>=30rem)]:sticky">
        <BrandLink />
        {bar}
      </header>
      <main
        id="content"
        className="w-full max-w-420 flex-1 px-4 pt-5 pb-16 focus:shadow-none focus:outline-none lg:px-5 lg:pt-8 lg:pb-20 2xl:px-6"
        tabIndex={-1}
      >
        {children}
      </main>
    </div>
  )
}

export function BrandLink() {
  return (
    <a className="flex items-center gap-2.5 rounded-field px-2 leading-[1.15]" href="/">
      <img src="/favicon.svg" alt="" width="28" height="28" />
      <span>
        <b className="font-display text-[1rem] font-semibold tracking-[-0.01em] whitespace-nowrap">
          {SITE.brand}
        </b>
        <small className="block text-[0.75rem] font-medium text-muted">Back office</small>
      </span>
    </a>
  )
}

/** The placeholder of a screen that is loading. */
export function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <h1 className="sr-only">Loading</h1>
      <div className="skeleton h-9 w-56 max-w-full" />
      <div className="skeleton h-64" />
    </div>
  )
}
