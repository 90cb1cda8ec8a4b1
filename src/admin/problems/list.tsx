import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { PROBLEMS_SHOWN } from '#domain/problems.ts'
import { CopyButton } from '#src/admin/ui/action-button.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { IgnoredNotice } from '#src/admin/ui/ignored-notice.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import { Truncate } from '#src/admin/ui/truncate.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type Problem, problemsQuery } from './queries.ts'

const route = getRouteApi('/admin/problems')

const SOURCES = [
  { value: undefined, label: 'All' },
  { value: 'server', label: 'Server' },
  { value: 'browser', label: 'Browsers' },
] as const

const LEADS = {
  all: `The last ${PROBLEMS_SHOWN / 2} failures of the server and the last ${PROBLEMS_SHOWN / 2} errors of visitors’ browsers, newest first. Personal details are removed.`,
  server: `The last ${PROBLEMS_SHOWN} failures of the server, newest first. Personal details are removed.`,
  browser: `The last ${PROBLEMS_SHOWN} errors that visitors’ browsers reported, newest first. Anyone can send such a report: nothing in it is verified. Personal details are removed.`,
}

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
        lead={LEADS[source ?? 'all']}
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
      <IgnoredNotice also={data?.ignored} />
      <QueryError query={query} fallback="Failed to load the problems" />
      {query.isPending && (
        <div role="status" className="skeleton h-64">
          <span className="sr-only">Loading</span>
        </div>
      )}
      {data && data.rows.length === 0 && (
        <EmptyState title={source ? 'No problems of this kind' : 'No problems'}>
          <p className="text-muted">New failures will show up here.</p>
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <ul
          aria-label="Problems"
          aria-busy={isPlaceholderData}
          className="overflow-clip rounded-card border border-line bg-card"
        >
          {data.rows.map((problem) => (
            <Row key={problem.fingerprint} problem={problem} />
          ))}
        </ul>
      )}
    </>
  )
}

/** One or two lines; opened, everything that helps to find the cause. */
function Row({ problem }: { problem: Problem }) {
  const { source, place, event, error, stack, device, requestId, times, firstAt, lastAt } = problem
  const message = problem.buyers
    ? `${problem.message}. ${problem.buyers === 1 ? '1 buyer' : `${problem.buyers.toLocaleString('en-US')} buyers`} could not order`
    : problem.message
  return (
    <li className="border-line not-first:border-t">
      <details className="group">
        <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1 leading-[1.3] hover:bg-ink/3 max-md:gap-y-1 max-md:py-3.5 md:min-h-12 md:grid-cols-[minmax(0,1fr)_6.5rem_11rem_auto] md:text-small">
          <span className="min-w-0">
            <Truncate className="font-semibold">{`${error}: ${message}`}</Truncate>
            <Truncate className="text-muted">
              <span>{`${source === 'server' ? 'Server' : `${device ?? 'A browser'} (unverified)`}, `}</span>
              <code>{place ?? event}</code>
            </Truncate>
          </span>
          <span className="text-muted tabular-nums max-md:order-1 md:text-right">
            <span>{times === 1 ? 'Once' : `${times.toLocaleString('en-US')} times`}</span>
            <span className="md:hidden">
              , <When at={lastAt} />
            </span>
          </span>
          <span className="max-md:hidden">
            <When at={lastAt} />
          </span>
          <ChevronDown aria-hidden className="size-4.5 flex-none text-muted group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-3 border-t border-line bg-paper/50 px-4 py-4 wrap-anywhere">
          <p className="font-semibold">{`${error}: ${message}`}</p>
          <Facts>
            <Fact term="Where">{place ?? event}</Fact>
            <Fact term="Logged as">{event}</Fact>
            {device && <Fact term="Browser">{device}</Fact>}
            <TimeFact term="First" at={firstAt} />
            <TimeFact term="Last" at={lastAt} />
            {requestId && (
              <Fact term={times === 1 ? 'Request' : 'Last request'}>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
                  <code>{requestId}</code>
                  <CopyButton text={requestId} what="Request ID">
                    Copy
                  </CopyButton>
                </span>
              </Fact>
            )}
          </Facts>
          {stack && (
            <section aria-label="Stack">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
              <pre tabIndex={0} className="overflow-x-auto text-small wrap-normal">
                {stack}
              </pre>
            </section>
          )}
        </div>
      </details>
    </li>
  )
}
