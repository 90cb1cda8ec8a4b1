import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { SITE } from '#domain/site.ts'
import { announceReady, ServerTitleContext } from '#src/admin/first-screen.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { useBackToList } from './back-to-list.ts'
import type { Target } from './link-button.tsx'
import { WrappedText } from './wrapped-text.tsx'

export type Crumb = Target & { label: string }

type PageHeaderProps = {
  title: string
  /** From extra wide screens on, where this step is a part of a larger one: its title, without the way back to it. */
  wideTitle?: string | undefined
  /** The way here, without this page itself. */
  crumbs?: readonly Crumb[]
  /** One line below the title. */
  lead?: ReactNode
  /** Beside the title, such as a button that copies it. */
  besideTitle?: Elements
  /** The most important facts, below title and actions. */
  summary?: Elements
  /** Actions of the page: buttons and links. */
  children?: ReactNode
}

const crumbStyle =
  "inline wrap-anywhere not-first:before:mx-2 not-first:before:text-edge not-first:before:content-['/']"

/** Breadcrumbs, title and actions of a screen; sets the document's title and announces the new screen to screen readers. */
export function PageHeader(props: PageHeaderProps) {
  const { title, wideTitle, crumbs = [], lead, besideTitle, summary, children } = props
  const backToList = useBackToList()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The title of the page's first screen does not take the focus: the browser has just loaded it.
    if (!announceReady()) heading.current?.focus({ preventScroll: true })
  }, [])
  useContext(ServerTitleContext)?.(title)
  useEffect(() => {
    document.title = `${title} | ${SITE.brand}`
  }, [title])
  return (
    <header className="mb-5 flex flex-col gap-2.5">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className={wideTitle && 'xl:hidden'}>
          <ol className="text-small leading-6 text-muted">
            {crumbs.map(({ label, ...target }) => (
              <li key={label} className={crumbStyle}>
                <Link
                  {...target}
                  {...backToList(target.to)}
                  state
                  className="rounded-sm py-1 hover:text-rose-deep hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
            <li aria-current="page" className={crumbStyle}>
              {title}
            </li>
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div
          className={`min-w-0 flex-[1_1_24rem] ${wideTitle ? 'xl:flex xl:items-baseline xl:gap-x-4' : ''}`}
        >
          <div className="[&>:not(h1)]:align-[0.2em]">
            <h1 ref={heading} tabIndex={-1} className={besideTitle ? 'inline' : undefined}>
              <span className={wideTitle && 'xl:hidden'}>
                <WrappedText text={title} />
              </span>
              {wideTitle && <span className="max-xl:hidden">{wideTitle}</span>}
            </h1>
            {besideTitle}
          </div>
          {lead && <div className="text-muted">{lead}</div>}
        </div>
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
      {summary}
    </header>
  )
}
