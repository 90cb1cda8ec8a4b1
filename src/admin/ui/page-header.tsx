import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { SITE } from '#src/site.ts'
import type { Target } from './link-button.tsx'

export type Crumb = Target & { label: string }

type PageHeaderProps = {
  title: string
  /** The way here, without this page itself. */
  crumbs?: readonly Crumb[]
  /** One line below the title. */
  lead?: ReactNode
  /** What one can do here: buttons and links. */
  children?: ReactNode
}

/** The first screen's title does not take the focus: nobody came from anywhere. */
let first = true

/** Breadcrumbs, title and actions of a screen; names the document and tells screen readers that the screen is another. */
export function PageHeader({ title, crumbs = [], lead, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true })
    first = false
  }, [])
  useEffect(() => {
    document.title = `${title} | ${SITE.brand}`
  }, [title])
  return (
    <header className="page-header">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className="crumbs">
            {crumbs.map(({ label, ...target }) => (
              <li key={label}>
                <Link {...target}>{label}</Link>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <div className="page-header-row">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {children && <div className="page-actions">{children}</div>}
      </div>
    </header>
  )
}
