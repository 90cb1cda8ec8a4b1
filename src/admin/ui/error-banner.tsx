import type { UseQueryResult } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { formatDateTime } from '#domain/dates.ts'
import { Button } from '#src/components/ui/button.tsx'
import { ApiError } from '#src/lib/api.ts'
import { Banner } from './banner.tsx'

/** The message of a failure for a person: the API's own safe words, else the ones of the call. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? withTimes(error.message) : fallback
}

type ErrorBannerProps = {
  error: unknown
  /** The message when the failure has no words of its own. */
  fallback: string
  onRetry?: () => void
  busy?: boolean
  /** The space below it; none where the parent has a gap. */
  className?: string
}

/** The red banner above a list or a form: what went wrong, the request's id where there is one, and another try. */
export function ErrorBanner({ error, fallback, onRetry, busy = false, className }: ErrorBannerProps) {
  return (
    <Banner role="alert" className={className}>
      <CircleAlert aria-hidden />
      <div className="min-w-0 flex-1 basis-36">
        <p>{messageOf(error, fallback)}</p>
        {error instanceof ApiError && error.status >= 500 && (
          <p className="text-small">
            Request <code>{error.requestId}</code>
          </p>
        )}
        {error instanceof ApiError && error.code === 'second_factor_required' && (
          <p>
            <a className="link" href="/admin/account">
              Open account
            </a>
          </p>
        )}
      </div>
      {onRetry && (
        <Button type="button" look="quiet" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </Banner>
  )
}

type Failing = Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>

/** The red banner of a query that failed, with another try. */
export function QueryError({
  query,
  ...rest
}: { query: Failing } & Pick<ErrorBannerProps, 'fallback' | 'className'>) {
  const { error, isError, isFetching, refetch } = query
  return isError && <ErrorBanner {...rest} error={error} busy={isFetching} onRetry={() => void refetch()} />
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A message of the API with its ISO instants as the reader's own clock shows them. */
export function withTimes(message: string): string {
  return message.replace(INSTANT, (at) => formatDateTime(new Date(at)))
}
