import { createLink, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Where a link leads: a screen of the router, by its pattern, and what fills it. */
export type Target = {
  to: NonNullable<LinkProps['to']>
  params?: NonNullable<LinkProps['params']>
  search?: NonNullable<LinkProps['search']>
}

/** A link that looks like a button. */
export const LinkButton = createLink(function LinkButton({
  look = 'action',
  className = '',
  ...rest
}: ComponentProps<'a'> & { look?: 'action' | 'quiet' }) {
  return <a {...rest} className={`button ${look === 'quiet' ? 'button-quiet' : ''} ${className}`} />
})
