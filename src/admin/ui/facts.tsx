import type { ComponentProps, ReactNode } from 'react'
import { phoneLink } from '#domain/phone.ts'
import { CopyIcon } from './action-button.tsx'
import { When } from './when.tsx'
import { WrappedText } from './wrapped-text.tsx'

/** The facts of a record, a term and its value a line; an empty one shows `Not provided`. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid min-w-0 grow gap-x-8 gap-y-3.5 sm:grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))]">
      {children}
    </dl>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === ''
  return (
    <div>
      <dt className="text-label font-medium text-muted">{term}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        {empty ? <span className="text-muted">Not provided</span> : children}
      </dd>
    </div>
  )
}

/** When something happened; `Not yet` while it has not. */
export function TimeFact({ term, at, ...rest }: { term: string; at: string | null; zone?: string }) {
  return (
    <Fact term={term}>{at ? <When at={at} {...rest} /> : <span className="text-muted">Not yet</span>}</Fact>
  )
}

/** Amounts below one another. */
export function Sums(props: ComponentProps<'dl'>) {
  return <dl {...props} className="mt-3.5 flex flex-col gap-1.5 tabular-nums" />
}

type SumProps = {
  term: ReactNode
  /** It adds up those above it. */
  total?: boolean
  children: ReactNode
}

export function Sum({ term, total = false, children }: SumProps) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${total ? 'border-t border-line pt-2 font-semibold' : ''}`}
    >
      <dt className={`min-w-0 wrap-anywhere ${total ? '' : 'text-muted'}`}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An email address as a `mailto:` link, with a button that copies it. */
export function MailLink({ email }: { email: string }) {
  return (
    <>
      <a className="link" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
        <WrappedText text={email} />
      </a>
      <CopyIcon text={email} what="Email" />
    </>
  )
}

/** A US phone number as a `tel:` link, with a button that copies it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <span className="whitespace-nowrap">
      <a className="link inline-block min-h-6 tabular-nums" href={phoneLink(phone)}>
        {phone}
      </a>
      <CopyIcon text={phone} what="Phone number" />
    </span>
  )
}
