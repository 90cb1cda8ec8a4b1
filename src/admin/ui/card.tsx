import { type ComponentProps, useId } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'

export const cardStyle = 'rounded-card border border-line bg-card p-5 md:p-6'
export const cardTitleStyle = 'font-display text-[1.1875rem] leading-tight font-semibold tracking-[-0.01em]'

type CardProps = Omit<ComponentProps<'section'>, 'children'> & {
  /** Its heading, which also names it. */
  title?: string
  children: Elements
}

/** A part of a screen, framed. */
export function Card({ className = '', title, children, ...rest }: CardProps) {
  const id = useId()
  return (
    <section {...(title && { 'aria-labelledby': id })} {...rest} className={`${cardStyle} ${className}`}>
      {title && <CardTitle id={id}>{title}</CardTitle>}
      {children}
    </section>
  )
}

/** @param props.className the space below it, and what else is special about it */
export function CardTitle({ className = 'mb-3.5', ...rest }: ComponentProps<'h2'>) {
  return (
    <h2
      {...rest}
      className={`${cardTitleStyle} wrap-anywhere [&>a]:inline-block [&>a]:min-h-6 ${className}`}
    />
  )
}

/** A heading within a card. */
export function CardSubtitle(props: ComponentProps<'h3'>) {
  return (
    <h3 {...props} className="mt-5 mb-2.5 font-text text-label font-semibold tracking-normal text-muted" />
  )
}

/** Cards side by side on wide screens, the first column wider. */
export function TwoColumns(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start"
    />
  )
}
