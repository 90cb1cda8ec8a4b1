import type { ReactNode } from 'react'

type NoticeProps = { kind: 'warning' | 'good' | 'problem'; role?: 'status' | 'alert'; children: ReactNode }

const LOOKS = { warning: 'notice', good: 'notice notice-stem', problem: 'notice notice-rose' }

/** A remark that stays on the page, in the margin's colors. */
export function Notice({ kind, role, children }: NoticeProps) {
  return (
    <div className={LOOKS[kind]} role={role}>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
