import type { ReactNode } from 'react'

/** The next step: within reach of the thumb on a phone, below the rest on a desktop. */
export function BottomBar({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className={`bottom-0 z-5 -mx-gutter mt-4 border-t border-line bg-paper px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:tall:sticky md:m-0 md:border-0 md:p-0 ${className}`}
    >
      {children}
    </div>
  )
}
