import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link that looks like a button. */
export const LinkButton = createLink(function LinkButton({
  look = 'action',
  className = '',
  ...rest
}: ComponentProps<'a'> & { look?: 'action' | 'quiet' }) {
  return <a {...rest} className={`button ${look === 'quiet' ? 'button-quiet' : ''} ${className}`} />
})
