import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { Tag } from '#src/admin/ui/status-badge.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { ApiError } from '#src/lib/api.ts'
import { endOtherSessions, endSession, type OwnSession, ownSessionsQuery } from './queries.ts'
import { Loaded, Setting } from './setting.tsx'

const FAILED = 'That browser could not be signed out. Please try again.'

/** Where one is signed in, and how to end that: one by one, or all but this one. */
export function OwnSessions() {
  const query = useQuery(ownSessionsQuery)
  return (
    <Setting
      title="Signed-in browsers"
      description={<p>Don’t recognize one? Sign it out, then change your password.</p>}
    >
      <Loaded query={query} failure="Failed to load your browsers">
        {(sessions) => <Sessions sessions={sessions} />}
      </Loaded>
    </Setting>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const list = useRef<HTMLUListElement>(null)
  const cache = useQueryClient()
  /** The button that was pressed goes with its row, so the focus goes to the list. */
  const ended = async () => {
    await cache.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
    list.current?.focus()
  }
  const others = sessions.length - 1
  // The browser in hand first, then the one seen last.
  const sorted = [...sessions].sort((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <ul
        className="outline-none focus-visible:shadow-none"
        aria-label="Signed-in browsers"
        ref={list}
        tabIndex={-1}
      >
        {sorted.map((session) => (
          <Browser key={session.id} session={session} onEnded={ended} />
        ))}
      </ul>
      {others > 0 && (
        <div className="pt-4">
          <ConfirmButton
            label="Sign out everywhere else"
            title="Sign out everywhere else?"
            action="Sign Out"
            run={async () => {
              await endOtherSessions()
              notify.success('Signed out everywhere else')
            }}
            onDone={ended}
            failure="The other browsers could not be signed out. Please try again."
          >
            <p>
              {`${others === 1 ? 'One other browser' : `${others} other browsers`} will have to sign in again. This one stays signed in.`}
            </p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

type BrowserProps = { session: OwnSession; onEnded: () => Promise<void> }

function Browser({ session: { id, device, current, createdAt, lastSeenAt }, onEnded }: BrowserProps) {
  const end = async () => {
    await endSession(id).catch((thrown) => {
      // It has ended already: the result is the same.
      if (!(thrown instanceof ApiError && thrown.status === 404)) throw thrown
    })
    notify.success(`${device} is signed out`)
    await onEnded()
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-line py-3 not-first:border-t first:pt-0">
      <p className="font-semibold">
        <span>{device}</span>
        {current && <Tag>This browser</Tag>}
      </p>
      <p className="col-span-full flex flex-wrap gap-x-5 gap-y-0.5 text-small leading-normal text-muted sm:col-span-1 sm:col-start-1">
        {!current && (
          <span>
            Last seen <When at={lastSeenAt} />
          </span>
        )}
        <span>
          Signed in <When at={createdAt} />
        </span>
      </p>
      {!current && (
        <ActionButton
          look="quiet"
          className="col-start-2 row-start-1 sm:row-end-3"
          run={end}
          failure={FAILED}
          aria-label={`Sign out ${device}`}
        >
          Sign Out
        </ActionButton>
      )}
    </li>
  )
}
