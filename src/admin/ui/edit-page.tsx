import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { DetailPage } from './detail-page.tsx'
import type { Target } from './target.ts'

type EditPageProps<Data> = {
  list: { label: string; to: Target['to'] }
  query: UseQueryResult<Data>
  missing: string
  children: (record: Data) => ReactNode
}

/**
 * What stands around the form of a record that is there: until it is loaded, and when it is not there. The form begins
 * with what was loaded first: a newer version that comes in meanwhile must not change it under someone's hands.
 */
export function EditPage<Data>({ list, query, missing, children }: EditPageProps<Data>) {
  const first = useRef<Data>(undefined)
  if (!query.isFetching || query.isFetchedAfterMount) first.current ??= query.data
  if (first.current !== undefined) return children(first.current)
  return (
    <DetailPage
      list={list}
      query={{ ...query, data: undefined } as typeof query}
      missing={missing}
      title={() => ''}
    >
      {() => null}
    </DetailPage>
  )
}
