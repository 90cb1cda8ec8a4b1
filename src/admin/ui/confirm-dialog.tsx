import { useStore } from '@nanostores/react'
import { useLocation } from '@tanstack/react-router'
import { atom } from 'nanostores'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Banner } from './banner.tsx'
import { messageOf } from './error-banner.tsx'
import { FormDialog } from './form-dialog.tsx'
import { attempt } from './toasts.tsx'

const FAILED = 'That didn’t work. Please try again.'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** The label of the button that does it. */
  action: string
  cancel?: string
  /** Does it and closes the dialog. The dialog is busy until then, and shows what it throws. */
  onConfirm: () => Promise<unknown> | unknown
  /** Another way to go on, between Cancel and the action. */
  alternative?: Pick<ConfirmDialogProps, 'action' | 'onConfirm'> | undefined
  /** Shown when what it throws has no message of its own. */
  failure?: string
}

/** Asks before something that cannot be undone. The focus begins at Cancel; a second press while it works does nothing. */
export function ConfirmDialog({ open, onOpenChange, ...question }: ConfirmDialogProps) {
  // While it fades out it keeps its words.
  const asked = useRef(question)
  if (open) asked.current = question
  const { title, children, action, cancel = 'Cancel', onConfirm, alternative } = asked.current
  const { failure = FAILED } = asked.current
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // State comes a moment too late for a double click.
  const running = useRef(false)
  const press = async (run: ConfirmDialogProps['onConfirm']) => {
    // While it fades away it is still there to be pressed.
    if (!open || running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await run()
    } catch (thrown) {
      if (!(thrown instanceof NotConfirmed)) setError(messageOf(thrown, failure))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const change = (next: boolean) => {
    if (busy) return
    setError(undefined)
    onOpenChange(next)
  }
  return (
    <FormDialog alert open={open} onOpenChange={change} title={title} description={children}>
      {error && (
        <Banner role="alert" className="">
          {error}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" look="quiet" disabled={busy} onClick={() => change(false)}>
          {cancel}
        </Button>
        {alternative && (
          <Button type="button" look="quiet" disabled={busy} onClick={() => press(alternative.onConfirm)}>
            {alternative.action}
          </Button>
        )}
        <Button type="button" busy={busy} onClick={() => press(onConfirm)}>
          {action}
        </Button>
      </div>
    </FormDialog>
  )
}

type Question = Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>

type Asked = Question & {
  /** The path of the address on which it was asked. */
  path: string
  isRunning: boolean
  close: (confirmed: boolean) => void
}

/** The question that is open. Browser only. */
const $question = atom<Asked | null>(null)

/**
 * Asks a question over whatever is on the screen, which closes it: whoever leaves has not confirmed anything. What it does may ask
 * another one, which takes its place.
 * @returns true once it is done; false when it was cancelled
 */
export function ask({ onConfirm, alternative, ...question }: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const isOpen = () => $question.get() === asked
  const close = (confirmed: boolean) => {
    if (isOpen()) $question.set(null)
    resolve(confirmed)
  }
  const run = (confirm: Question['onConfirm']) => async () => {
    asked.isRunning = true
    try {
      await confirm()
      close(true)
    } catch (thrown) {
      if (isOpen()) throw thrown
      await attempt(() => Promise.reject(thrown), question.failure ?? FAILED)
      close(false)
    } finally {
      asked.isRunning = false
    }
  }
  const asked: Asked = {
    ...question,
    onConfirm: run(onConfirm),
    alternative: alternative && { ...alternative, onConfirm: run(alternative.onConfirm) },
    path: window.location.pathname,
    isRunning: false,
    close,
  }
  dismiss($question.get())
  $question.set(asked)
  return promise
}

function dismiss(asked: Asked | null): void {
  if (asked && !asked.isRunning) asked.close(false)
}

/** Closes the question before what it does is refused elsewhere, in a toast. */
export function closeQuestion(): void {
  $question.set(null)
}

/** Where questions are asked, once in the app. */
export function Questions() {
  const question = useStore($question, { ssr: 'initial' })
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const asked = $question.get()
    if (asked?.path !== pathname) dismiss(asked)
  }, [pathname])
  const [last, setLast] = useState<Asked>()
  const [count, setCount] = useState(0)
  if (question && question !== last) {
    setLast(question)
    setCount(count + 1)
  }
  if (!last) return null
  return (
    <ConfirmDialog
      key={count}
      {...last}
      open={question !== null}
      onOpenChange={(open) => !open && last.close(false)}
    />
  )
}

type ConfirmButtonProps = Omit<Question, 'onConfirm'> & {
  /** The label of the button, or another button that asks. */
  label: string | ((ask: () => void) => ReactElement)
  danger?: boolean
  /** @throws NotConfirmed when nothing was done */
  run: Question['onConfirm']
  /** Once the question is closed again. */
  onDone?: () => Promise<void>
}

/** A button that asks before it does something; a failure is shown in the question. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, danger = false, run, onDone, ...question } = props
  const press = async () => {
    if (await ask({ ...question, onConfirm: run })) await onDone?.()
  }
  if (typeof label !== 'string') return label(press)
  return (
    <Button type="button" look="quiet" className={danger ? 'button-danger' : ''} onClick={press}>
      {label}
    </Button>
  )
}
