import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Elements } from '#src/components/ui/elements.ts'
import { EditPage, RecordForm } from './record-form.tsx'
import { listOf, type RecordKind } from './record-kind.ts'

type Id = { id: string }

/**
 * A record's values on its form; a text that it lacks is empty there.
 * @param empty the values of a new record
 */
export function formValues<Values extends object>(
  empty: Values,
  record: Record<keyof Values, unknown>,
): Values {
  const entries = Object.entries(empty).map(([name, none]) => [
    name,
    record[name as keyof Values] ?? (none === '' ? '' : null),
  ])
  return Object.fromEntries(entries)
}

type Versioned = Id & { version: number }

/** The form of a kind of record. */
type FormProps<Values, Output, Row extends Id, Detail extends Versioned, Saved> = {
  kind: RecordKind<Row, Detail>
  /** The contract the API checks by, too. */
  schema: z.ZodMiniType<Output, Values>
  /** The values of a new record. */
  empty: NoInfer<Values>
  valuesOf: (record: Detail) => NoInfer<Values>
  create: (values: Output) => Promise<NoInfer<Saved>>
  update: (id: string, values: Output & { version: number }) => Promise<NoInfer<Saved>>
  /** Offers something on the screen that a save leads to. */
  afterSave?: (saved: Saved, cache: QueryClient) => unknown
  /** @param record absent while it is made */
  fields: (record?: Detail) => Elements
}

/** The screen that adds a record, or edits the one that its address names. */
export function RecordEditor<
  Values extends FieldValues,
  Output,
  Row extends Id,
  Detail extends Versioned,
  Saved = unknown,
>(props: FormProps<Values, Output, Row, Detail, Saved>) {
  const { kind, schema, empty, valuesOf, create, update, afterSave, fields } = props
  const { id } = useParams({ strict: false })
  const query = useQuery({ ...kind.queries.one(id ?? ''), enabled: id !== undefined })
  const list = listOf(kind)
  const start = (record: Detail) => ({ values: valuesOf(record), version: record.version })
  const form = (record?: Detail) => (
    <RecordForm
      record={kind.name}
      list={list}
      schema={schema}
      start={record ? start(record) : { values: empty, version: 0 }}
      save={(values, version) => (record ? update(record.id, { ...values, version }) : create(values))}
      afterSave={afterSave}
      touches={kind.touches}
      labels={kind.labels}
      {...(record && {
        detail: { label: kind.titleOf(record), to: `${list.to}/$id`, params: { id: record.id } },
        reload: async () => start(await kind.queries.read(record.id)),
      })}
    >
      {fields(record)}
    </RecordForm>
  )
  if (id === undefined) return form()
  return (
    <EditPage list={list} query={query} missing={`${kind.name} not found`}>
      {form}
    </EditPage>
  )
}
