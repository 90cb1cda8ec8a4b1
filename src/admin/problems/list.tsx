import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PROBLEMS_SHOWN } from '#domain/problems.ts'
import { cardStyle } from '#src/admin/ui/card.tsx'
import { CopyButton } from '#src/admin/ui/copy-button.tsx'
import { EmptyCard, EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type Problem, problemsQuery } from './queries.ts'

const route = getRouteApi('/admin/problems')

const SOURCES = [
  { value: undefined, label: 'All' },
  { value: 'server', label: 'Server' },
  { value: 'browser', label: 'Browsers' },
] as const

/** Recent failures, to find their causes. */
export function ProblemList() {
  const { source } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(problemsQuery(source))
  const { data, isPlaceholderData } = query
  return (
    <>
      <PageHeader
        title="Problems"
        crumbs={[{ label: 'Dashboard', to: '/admin' }]}
        lead={`The last ${PROBLEMS_SHOWN} failures of the server and errors of visitors' browsers, newest first. Personal details are removed.`}
      />
      <div className="mb-4">
        <Segments
          label="Where it happened"
          name="source"
          options={SOURCES}
          value={source}
          onChange={(chosen) => navigate({ search: { source: chosen }, replace: true })}
        />
      </div>
      <QueryError query={query} fallback="Failed to load the problems" />
      {query.isPending && <Loading />}
      {data && data.rows.length === 0 && (
        <EmptyCard>
          <EmptyState title={source ? 'No problems of this kind' : 'No problems'}>
            <p className="text-muted">New failures will show up here.</p>
          </EmptyState>
        </EmptyCard>
      )}
      {data && data.rows.length > 0 && (
        <ul aria-label="Problems" aria-busy={isPlaceholderData} className="flex flex-col gap-3">
          {data.rows.map((problem) => (
            <Row key={problem.fingerprint} problem={problem} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ problem }: { problem: Problem }) {
  const { source, place, event, error, message, stack, device, requestId, times, firstAt, lastAt } = problem
  return (
    <li className={cardStyle}>
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-muted">
        <span className="wrap-anywhere">
          {source === 'server' ? 'Server' : (device ?? 'A browser')}, <code>{place ?? event}</code>
        </span>
        <When at={lastAt} />
      </p>
      <h2 className="mt-1 font-semibold wrap-anywhere">
        {error}: {message}
      </h2>
      <p className="mt-1 text-small text-muted">
        {times === 1 ? (
          'Once'
        ) : (
          <>
            {times.toLocaleString('en-US')} times since <When at={firstAt} />
          </>
        )}
        {source === 'server' && place !== null && <>, logged as {event}</>}
      </p>
      {requestId && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
          <span className="wrap-anywhere">
            {times === 1 ? 'Request' : 'Last request'} <code>{requestId}</code>
          </span>
          <CopyButton text={requestId} what="Request ID">
            Copy
          </CopyButton>
        </div>
      )}
      {stack && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer py-1 text-small font-semibold">Stack</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
          <pre tabIndex={0} className="mt-2 overflow-x-auto text-small">
            {stack}
          </pre>
        </details>
      )}
    </li>
  )
}

function Loading() {
  return (
    <div role="status" aria-busy className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className="skeleton h-36" />
      ))}
    </div>
  )
}
