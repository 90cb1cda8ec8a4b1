import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import type { SessionUser } from '#api/auth/schema.ts'
import { countText } from '#src/admin/ui/count-text.ts'
import { SIGN_OUT_FAILED } from './client/leave-page.ts'
import { type Waiting, waitingQuery } from './dashboard/queries.ts'
import { type OpenDialog, useModifierKey } from './keyboard/keyboard.tsx'
import { SCREENS } from './screens.ts'
import { ActionButton } from './ui/action-button.tsx'
import { WrappedText } from './ui/wrapped-text.tsx'

const accountLinkStyle = 'inline-block min-h-6 rounded-sm font-semibold hover:text-rose-deep hover:underline'

export type SideProps = {
  user: SessionUser
  onSignOut: () => Promise<void>
  /** Opens the command palette or the list of shortcuts. */
  onDialog: (dialog: OpenDialog) => void
}

/**
 * The sidebar.
 * @param props.onChosen a link was pressed; where it leads may first be asked about, or be where one is
 */
export function Side({ user, onSignOut, onDialog, onChosen }: SideProps & { onChosen?: () => void }) {
  const modifier = useModifierKey()
  const { data: waiting } = useQuery(waitingQuery)
  const open = (dialog: OpenDialog) => () => {
    onChosen?.()
    onDialog(dialog)
  }
  return (
    <>
      <button
        type="button"
        className="flex min-h-11.5 cursor-pointer items-center gap-3 rounded-field border border-line px-3 text-left text-muted hover:border-muted hover:text-ink lg:min-h-10"
        onClick={open('palette')}
      >
        <Search aria-hidden className="size-4.5 flex-none stroke-[1.75]" />
        <span className="flex-1">
          <span>Search</span>
          <span className="sr-only"> everything</span>
        </span>
        <kbd className="text-label pointer-coarse:hidden" aria-hidden>
          {`${modifier} K`}
        </kbd>
      </button>
      <nav aria-label="Back office" className="flex flex-1 flex-col gap-0.5">
        {SCREENS.map(
          ({ to, label, icon: Icon }) =>
            Icon && (
              <Link
                key={to}
                to={to}
                className="flex min-h-11.5 items-center gap-3 rounded-field px-3 font-medium text-muted hover:bg-paper hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-blush aria-[current]:font-semibold aria-[current]:text-rose-deep lg:min-h-10 forced-colors:aria-[current]:bg-[SelectedItem] forced-colors:aria-[current]:text-[SelectedItemText] forced-colors:aria-[current]:forced-color-adjust-none"
                activeOptions={{ exact: to === '/admin', includeSearch: false }}
                // Preloaded at once: nine links are few, even if the pointer only passes by.
                preloadDelay={0}
                onClick={onChosen}
              >
                <Icon aria-hidden className="size-4.5 flex-none stroke-[1.75]" />
                <span className="flex-1">{label}</span>
                {to === '/admin' && <Count count={waiting?.atRisk} unit="at risk" isUrgent />}
                {to === '/admin/assign-orders' && <Count count={waiting?.toAssign} unit="waiting" />}
              </Link>
            ),
        )}
      </nav>
      <div className="flex flex-col gap-2 border-t border-line px-3 pt-3 text-small leading-normal">
        <p className="-mr-4 wrap-anywhere">
          <span className="sr-only">Signed in as </span>
          <Link
            className={accountLinkStyle}
            to="/admin/account"
            onClick={onChosen}
            title={`${user.email}: your account`}
          >
            <WrappedText text={user.email} />
          </Link>
        </p>
        <p>
          <Link className={accountLinkStyle} to="/admin/users" onClick={onChosen}>
            Users
          </Link>
        </p>
        <p>
          <Link className={accountLinkStyle} to="/admin/blocks" onClick={onChosen}>
            Blocks
          </Link>
        </p>
        <p>
          <Link
            className={`${accountLinkStyle} inline-flex! w-full items-center gap-3`}
            to="/admin/problems"
            onClick={onChosen}
          >
            <span className="flex-1">Problems</span>
            <Count count={waiting?.problems} unit="new" />
          </Link>
        </p>
        <p className="pointer-coarse:hidden">
          <button type="button" className={`${accountLinkStyle} cursor-pointer`} onClick={open('help')}>
            Keyboard shortcuts
          </button>
        </p>
        <ActionButton look="quiet" run={onSignOut} failure={SIGN_OUT_FAILED}>
          Sign Out
        </ActionButton>
      </div>
    </>
  )
}

type CountProps = {
  /** Undefined while it is not known. */
  count: Waiting[keyof Waiting] | undefined
  unit: string
  isUrgent?: boolean
}

/** The number of what waits behind a link, if anything does. */
function Count({ count, unit, isUrgent = false }: CountProps) {
  if (!count || count.total === 0) return null
  return (
    <span
      className={`min-w-6 rounded-full px-1.5 text-center text-label leading-6 font-semibold tabular-nums ${isUrgent ? 'bg-tone-red-pale text-tone-red' : 'bg-line/70 text-ink'}`}
    >
      <span>{countText(count)}</span>
      <span className="sr-only">{` ${unit}`}</span>
    </span>
  )
}
