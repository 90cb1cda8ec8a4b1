import { type ButtonHTMLAttributes, useSyncExternalStore } from 'react'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'action' | 'quiet' | 'link'
  /** Shows that the press is being worked on. */
  busy?: boolean
}

const LOOKS = { action: 'button', quiet: 'button button-quiet', link: 'link' }

/** The shop's button. Like HTML's own, its default type is submit. */
export function Button({ look = 'action', busy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button {...rest} className={`${LOOKS[look]} ${className}`} aria-busy={busy || undefined}>
      {busy && <span className="spinner" aria-hidden="true" />}
      {/* A browser that translates the page replaces text nodes: the spinner could not find one to stand before. */}
      <span className="contents">{children}</span>
    </button>
  )
}

const never = () => () => {}

/** False on the server and while the browser takes over its page; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
