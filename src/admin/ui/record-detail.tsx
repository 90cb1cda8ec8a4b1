import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { DetailPage } from './detail-page.tsx'
import { deletionOf, listOf, type RecordKind } from './record-kind.ts'

type Id = { id: string }

type RecordDetailProps<Row extends Id, Detail extends Id> = Pick<
  ComponentProps<typeof DetailPage<Detail>>,
  'lead' | 'actions' | 'children'
> & { kind: RecordKind<Row, Detail>; editLabel?: string }

/** The screen of one record, with Edit and Delete. */
export function RecordDetail<Row extends Id, Detail extends Id>(props: RecordDetailProps<Row, Detail>) {
  const { kind, editLabel = 'Edit', ...rest } = props
  const { id = '' } = useParams({ strict: false })
  const list = listOf(kind)
  return (
    <DetailPage
      {...rest}
      list={list}
      query={useQuery(kind.queries.one(id))}
      missing={`${kind.name} not found`}
      title={kind.titleOf}
      edit={{ label: editLabel, target: { to: `${list.to}/$id/edit`, params: { id } } }}
      deletion={(record) => deletionOf(kind, record)}
    />
  )
}
