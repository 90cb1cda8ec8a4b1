import { useEffect, useRef } from 'react'

/** Where the person stands now: signed in as one or the other, or about to sign in with the new password. */
export type Next = 'admin' | 'member' | 'sign-in'

const WAYS = {
  admin: { href: '/admin', label: 'Go to the back office' },
  member: { href: '/', label: 'Go to the shop' },
  'sign-in': { href: '/login', label: 'Go to the sign-in' },
}

/** The password is chosen, and this is what comes next. */
export function PasswordChosen({ next }: { next: Next }) {
  const said = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    said.current?.focus()
  }, [])
  const { href, label } = WAYS[next]
  return (
    <>
      <h2 className="text-title" ref={said} tabIndex={-1}>
        {next === 'sign-in' ? 'Your new password is set' : 'You are in'}
      </h2>
      <p>
        {next === 'sign-in'
          ? 'Wherever you were signed in, you are signed out now. Please sign in with the new one.'
          : 'From now on you sign in with your e-mail address and this password.'}
      </p>
      <a className="button" href={href}>
        {label}
      </a>
    </>
  )
}
