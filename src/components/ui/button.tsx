import { type ButtonHTMLAttributes, useSyncExternalStore } from 'react'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'action' | 'quiet' | 'link'
  /** Shows that the press is being worked on. */
  busy?: boolean
  /** Looks disabled while its form has an invalid field and no script runs; then `disabled` or `aria-disabled` say so. */
  untilValid?: boolean
}

const LOOKS = { action: 'button', quiet: 'button button-quiet', link: 'link' }

/** The shop's button. Like HTML's own, its default type is submit. */
export function Button({
  look = 'action',
  busy = false,
  untilValid = false,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  const isHydrated = useHydrated()
  return (
    <button
      {...rest}
      className={`${LOOKS[look]} ${className}`}
      aria-busy={busy || undefined}
      data-until-valid={(untilValid && !isHydrated) || undefined}
    >
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
