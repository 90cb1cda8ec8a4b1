import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps } from 'react'
import { iconButtonStyle } from './class-names.ts'
import { DeleteButton } from './delete-dialog.tsx'
import { LinkButton } from './link-button.tsx'
import { ListPage } from './list-page.tsx'
import { deletionOf, listOf, type RecordKind } from './record-kind.ts'
import type { Column } from './table-cells.tsx'

type Id = { id: string }

type RecordListProps<Row extends Id, Detail extends Id> = Pick<
  ComponentProps<typeof ListPage<Row>>,
  'lead' | 'lines'
> & {
  kind: RecordKind<Row, Detail>
  /** The name of the search box. */
  search: string
  /** All but the last one, which edits and deletes. */
  columns: readonly Column<Row>[]
  linkColumn: string
  /** The title of the list without rows. */
  none: string
}

/** The list of a kind of record: each row leads to its screen, ends in Edit and Delete, and one can be added. */
export function RecordList<Row extends Id, Detail extends Id>(props: RecordListProps<Row, Detail>) {
  const { kind, search, columns, none, ...rest } = props
  const { q, page, size } = useSearch({ strict: false })
  const list = listOf(kind)
  const add = (label: string) => <LinkButton to={`${list.to}/new`}>{label}</LinkButton>
  const actions: Column<Row> = {
    id: 'actions',
    header: 'Actions',
    quietHeader: true,
    phone: 'end',
    width: 'actions',
    cell: (row) => <RowActions kind={kind} row={row} />,
  }
  return (
    <ListPage
      {...rest}
      title={list.label}
      actions={add(`Add ${kind.name}`)}
      search={{ label: search, q }}
      query={useQuery(kind.queries.list({ q, page, size }))}
      failure={`Failed to load ${list.label.toLowerCase()}`}
      columns={[...columns, actions]}
      rowLink={({ id }) => ({ to: `${list.to}/$id`, params: { id } })}
      empty={{ title: none, children: add(`Add First ${kind.name}`) }}
    />
  )
}

type RowActionsProps<Row extends Id, Detail extends Id> = { kind: RecordKind<Row, Detail>; row: Row }

/** Edit and delete at the end of a row. */
function RowActions<Row extends Id, Detail extends Id>({ kind, row }: RowActionsProps<Row, Detail>) {
  const name = kind.titleOf(row)
  const style = `${iconButtonStyle} size-10 text-muted hover:text-rose-deep`
  return (
    <div className="relative z-1 flex gap-1 max-[22.5rem]:-mb-1.5 max-[22.5rem]:-ml-2.5 md:justify-end">
      <Link
        to={`${listOf(kind).to}/$id/edit`}
        params={{ id: row.id }}
        className={style}
        aria-label={`Edit ${name}`}
        title="Edit"
      >
        <Pencil aria-hidden />
      </Link>
      <DeleteButton
        deletion={deletionOf(kind, row)}
        button={(ask) => (
          <button type="button" className={style} aria-label={`Delete ${name}`} title="Delete" onClick={ask}>
            <Trash aria-hidden />
          </button>
        )}
      />
    </div>
  )
}
