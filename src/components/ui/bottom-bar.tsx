import type { ReactNode } from 'react'

/** The next step: within reach of the thumb on a phone, below the rest on a desktop. */
export function BottomBar({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div data-bottom-bar className={`bottom-bar ${className}`}>
      {children}
    </div>
  )
}
