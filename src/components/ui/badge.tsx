import type { ReactNode } from 'react'

/** A word or two that qualify what they stand beside. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center rounded-full bg-[#deebe3] px-2.5 py-0.75 text-[0.8125rem] leading-[1.4] font-semibold text-stem">
      {children}
    </span>
  )
}
