import type { LinkProps } from '@tanstack/react-router'

/** Where a link leads: a screen of the router, by its pattern, and what fills it. */
export type Target = {
  to: NonNullable<LinkProps['to']>
  params?: NonNullable<LinkProps['params']>
  search?: NonNullable<LinkProps['search']>
}
