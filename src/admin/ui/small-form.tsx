import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ComponentProps, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ErrorBanner } from './error-banner.tsx'
import { applyServerErrors, useKeptForm, useSubmitOnce } from './form-submit.ts'

type SmallFormProps<Values extends FieldValues, Output> = {
  /** Its name, for screen readers. */
  label: string
  /** The contract the API checks by, too. */
  schema: z.ZodMiniType<Output, Values>
  start: Values
  send: (values: Output) => Promise<void>
  submit: string
  /** The look of its button. */
  look?: ComponentProps<typeof Button>['look']
  /** The message when the failure has no words of its own. */
  failure: string
  /** Leaves the form; a form that is always there has no way out. */
  onCancel?: () => void
  cancel?: string
  children: Elements
}

/**
 * A form of a field or two that is a part of a screen or of a dialog. It is checked when it is sent, so that no message
 * pushes the button away from under the pointer; a failure leaves everything as it was typed, success empties it.
 */
export function SmallForm<Values extends FieldValues, Output>(props: SmallFormProps<Values, Output>) {
  const { label, schema, start, send, submit, look, failure, onCancel, cancel = 'Cancel', children } = props
  const form = useForm<Values, unknown, Output>({
    resolver: standardSchemaResolver<Values, unknown, Output>(schema),
    defaultValues: start as DefaultValues<Values>,
  })
  const { isSubmitting } = form.formState
  const [error, setError] = useState<unknown>()
  const kept = useKeptForm(label, form)
  const sendChecked = form.handleSubmit(async (values) => {
    setError(undefined)
    const typed = { ...form.getValues() }
    try {
      await send(values)
      // Text typed meanwhile stays.
      const now = form.getValues()
      if (Object.keys(typed).every((name) => now[name] === typed[name])) form.reset(start)
    } catch (thrown) {
      if (thrown instanceof NotConfirmed) return
      kept.keep(thrown)
      if (!applyServerErrors(thrown, start, form)) setError(thrown)
    }
  })
  const onSubmit = useSubmitOnce(sendChecked)
  return (
    <FormProvider {...form}>
      <form className="flex max-w-112 flex-col gap-4" noValidate onSubmit={onSubmit} aria-label={label}>
        {error !== undefined && <ErrorBanner error={error} fallback={failure} className="" />}
        {children}
        <div className="flex flex-wrap gap-3 in-[[role$=dialog]]:flex-row-reverse">
          <Button {...(look && { look })} busy={isSubmitting}>
            {submit}
          </Button>
          {onCancel && (
            <Button type="button" look="quiet" onClick={onCancel}>
              {cancel}
            </Button>
          )}
        </div>
      </form>
    </FormProvider>
  )
}
