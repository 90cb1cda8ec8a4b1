import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Issue } from '#api/http/error-schema.ts'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ApiError } from '#src/lib/api.ts'
import { Banner } from './banner.tsx'
import { type DetailPageProps, NoRecord } from './detail-page.tsx'
import { ErrorBanner, withTimes } from './error-banner.tsx'
import { FormActions, RecordFormCard } from './form-layout.tsx'
import { applyServerErrors, useKeptForm, useSubmitOnce } from './form-submit.ts'
import { LinkButton, type Target } from './link-button.tsx'
import { type Merged, mergeChanges } from './merge-changes.ts'
import { type Crumb, PageHeader } from './page-header.tsx'
import { notify } from './toasts.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

type Loaded<Values> = { values: Values; version: number }

type RecordFormProps<Values extends FieldValues, Output, Saved> = {
  /** The name of the kind of record: `Market`. */
  record: string
  list: { label: string; to: Target['to'] }
  /** The record's own screen, where it is there already: the way here, and where a save and Cancel lead. */
  detail?: Crumb
  /** The contract the API checks by, too: one schema for both sides. */
  schema: z.ZodMiniType<Output, Values>
  /** The initial values of the form, and the version they were read at; a new record has version 0. */
  start: Loaded<Values>
  /** Reads the record anew, for when someone else has changed it in the meantime. */
  reload?: () => Promise<Loaded<Values>>
  /**
   * @param version what the form's content is based on
   * @throws NotConfirmed when it asked a question that was cancelled: the form stays as it is
   */
  save: (values: Output, version: number) => Promise<NoInfer<Saved>>
  /** Offers something on the screen that a save leads to. */
  afterSave?: ((saved: Saved, cache: QueryClient) => unknown) | undefined
  /** The part of the cache that is not true any more once it is saved; absent: all of it. */
  touches?: readonly unknown[]
  /** Messages other than the usual ones. */
  messages?: { submit: string; success: (values: Output) => string; failure: string }
  /** Labels of the fields, for the changes of someone else. */
  labels: Readonly<Record<string, string>>
  children: Elements
}

/**
 * The form of a record. Fields are checked once touched, everything on submit, then the first fault has the focus. What
 * the API finds is put beside its field; a failure leaves everything as it was typed. When someone else has saved in the
 * meantime, both versions are shown and nothing is lost.
 */
export function RecordForm<Values extends FieldValues, Output, Saved = unknown>(
  props: RecordFormProps<Values, Output, Saved>,
) {
  const { record, list, detail, schema, start, reload, save, afterSave, touches, labels, children } = props
  const title = `${detail ? 'Edit' : 'Add New'} ${record}`
  const done = detail ?? list
  const messages = props.messages ?? {
    submit: detail ? 'Save Changes' : `Create ${record}`,
    success: () => `${record} ${detail ? 'updated' : 'created'} successfully`,
    failure: `Failed to ${detail ? 'update' : 'create'} ${record.toLowerCase()}`,
  }
  const cache = useQueryClient()
  const form = useForm<Values, unknown, Output>({
    resolver: standardSchemaResolver<Values, unknown, Output>(schema),
    defaultValues: start.values as DefaultValues<Values>,
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting } = form.formState
  const [base, setBase] = useState(start)
  const [error, setError] = useState<unknown>()
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Values>>()
  const saved = useRef(false)
  const kept = useKeptForm(title, form)
  const navigate = useNavigate()

  const send = form.handleSubmit(async (values) => {
    setError(undefined)
    try {
      const answer = await save(values, base.version)
      notify.success(messages.success(values))
      await cache.invalidateQueries(touches && { queryKey: touches })
      saved.current = true
      await navigate({ ...targetOf(done), state: true })
      afterSave?.(answer, cache)
    } catch (thrown) {
      if (thrown instanceof NotConfirmed) return
      kept.keep(thrown)
      if (reload && thrown instanceof ApiError && thrown.code === 'edit_conflict') {
        const theirs = await reload()
        const merged = mergeChanges({ base: base.values, mine: form.getValues(), theirs: theirs.values })
        setMeanwhile({ issues: thrown.issues, theirs: theirs.values, merged })
        // The next save is based on what is there now; what I did not touch is theirs.
        setBase(theirs)
        form.reset(theirs.values)
        for (const name of merged.mine) form.setValue(name, merged.values[name], { shouldDirty: true })
        return
      }
      if (!applyServerErrors(thrown, base.values, form)) setError(thrown)
    }
  })
  const sendOnce = useSubmitOnce(send)

  return (
    <>
      <PageHeader title={title} crumbs={detail ? [list, detail] : [list]} />
      <FormProvider {...form}>
        <RecordFormCard noValidate onSubmit={sendOnce} aria-label={title}>
          {meanwhile && (
            <Conflict
              meanwhile={meanwhile}
              labels={labels}
              onTakeTheirs={() => {
                form.reset(meanwhile.theirs)
                setMeanwhile(undefined)
              }}
            />
          )}
          {error !== undefined && <ErrorBanner error={error} fallback={messages.failure} className="" />}
          {children}
          <FormActions>
            <LinkButton {...targetOf(done)} state look="quiet">
              Cancel
            </LinkButton>
            {/* The press comes before the blur: what a field has to say then would move the button away from under it. */}
            <Button
              busy={isSubmitting}
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ currentTarget }) => currentTarget.focus()}
            >
              {messages.submit}
            </Button>
          </FormActions>
        </RecordFormCard>
      </FormProvider>
      <UnsavedGuard unsaved={() => isDirty && !saved.current && !kept.isKept()} />
    </>
  )
}

const targetOf = ({ label, ...target }: Crumb): Target => target

type EditPageProps<Data> = Pick<DetailPageProps<Data>, 'list' | 'query' | 'missing' | 'children'>

/**
 * Surrounds the form of a record that is there: until it is loaded, and when it is not there. The form begins
 * with what was loaded first: a newer version that comes in meanwhile must not change it under someone's hands.
 */
export function EditPage<Data>({ list, query, missing, children }: EditPageProps<Data>) {
  const first = useRef<Data>(undefined)
  if (!query.isFetching || query.isFetchedAfterMount) first.current ??= query.data
  if (first.current !== undefined) return children(first.current)
  return <NoRecord list={list} query={query} missing={missing} />
}

/** A change by someone else while this form was open: the words for it, their values, and both together. */
type Meanwhile<Values> = { issues: readonly Issue[]; theirs: Values; merged: Merged<Values> }

type ConflictProps<Values> = {
  meanwhile: Meanwhile<Values>
  labels: Readonly<Record<string, string>>
  onTakeTheirs: () => void
}

const takeFocus = (banner: HTMLElement | null) => banner?.focus()

/** Says what someone else changed in the meantime; the form holds both, and nothing is saved until the next press. */
function Conflict<Values>({ meanwhile, labels, onTakeTheirs }: ConflictProps<Values>) {
  const { issues, merged } = meanwhile
  const kept = merged.mine.map((name) => labels[name] ?? name)
  return (
    <Banner tone="butter" className="" role="alert" tabIndex={-1} ref={takeFocus}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-semibold">Someone else has changed this in the meantime.</p>
        <ul className="list-disc pl-5">
          {issues.map(({ path, message }) => (
            <li key={path}>
              <b>{labels[path] ?? path}</b>
              <span>{`: ${withTimes(message)}`}</span>
            </li>
          ))}
        </ul>
        <p>
          {kept.length > 0
            ? `The form now shows their version with your changes to ${kept.join(', ')} on top. Save again to keep yours, or use theirs.`
            : 'The form now shows their version. You had no other changes.'}
        </p>
        {kept.length > 0 && (
          <p>
            <Button type="button" look="quiet" onClick={onTakeTheirs}>
              Use their version
            </Button>
          </p>
        )}
      </div>
    </Banner>
  )
}
