import { type DragEvent, useEffect, useRef, useState } from 'react'
import { API } from '#src/admin/client/api.ts'
import { refreshSession } from '#src/admin/client/session.ts'
import { useBeforeSubmit } from '#src/admin/ui/form-submit.ts'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ApiError, answerOf } from '#src/lib/api.ts'
import { preparePicture } from '#src/lib/prepare-picture.ts'
import { untilStored } from '#src/lib/until-stored.ts'
import { upload } from '#src/lib/upload.ts'

const UNREADABLE =
  'This file can’t be opened as a picture here. Please choose a JPEG, PNG or WebP. For an iPhone photo (HEIC), export it as a JPEG first.'
const TOO_LARGE = 'This picture is larger than 10 MB. Please choose a smaller one.'
const NO_ANSWER = 'The picture did not get through. Please try again.'
const STILL_SENDING = 'The picture is still uploading. Please save again when it’s here.'

type State =
  | { kind: 'idle' | 'stored' }
  | { kind: 'sending'; share: number; isWanted: boolean }
  // A picture that another try can bring through.
  | { kind: 'failed'; message: string; picture: Blob | null }

type PictureUploadProps = {
  /** The words of its button. */
  label: string
  /** @param address of the stored picture */
  onStored: (address: string) => void
  /** The field of the address, which files can be dropped onto. */
  children: Elements
}

/** Uploads a picture that is chosen or dropped, scaled down in the browser. The form keeps what is typed, whatever happens. */
export function PictureUpload({ label, onStored, children }: PictureUploadProps) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [isOver, setOver] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(null)
  useEffect(() => {
    return () => sending.current?.abort()
  }, [])

  // A form that is saved meanwhile would leave the picture behind.
  useBeforeSubmit(area, () => {
    setState((now) => (now.kind === 'sending' ? { ...now, isWanted: true } : now))
    return sending.current === null
  })

  const send = async (file: Blob, isPrepared: boolean) => {
    if (sending.current) return
    const controller = new AbortController()
    sending.current = controller
    const isGone = () => controller.signal.aborted
    setState({ kind: 'sending', share: 0, isWanted: false })
    let picture: Blob | null = null
    try {
      const prepared = isPrepared ? file : await preparePicture(file)
      if (isGone()) return
      if (typeof prepared === 'string') {
        const message = prepared === 'too_large' ? TOO_LARGE : UNREADABLE
        return setState({ kind: 'failed', message, picture })
      }
      picture = prepared
      const onProgress = (share: number) =>
        setState((now) => (now.kind === 'sending' ? { ...now, share } : now))
      onStored(
        await untilStored(() => post(prepared, { onProgress, signal: controller.signal }), controller.signal),
      )
      setState({ kind: 'stored' })
    } catch (error) {
      if (isGone()) return
      const isFinal = error instanceof ApiError && error.status === 422
      const message = error instanceof ApiError ? error.message : NO_ANSWER
      setState({ kind: 'failed', message, picture: isFinal ? null : picture })
    } finally {
      sending.current = null
    }
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (!file) return
    event.preventDefault()
    send(file, false)
  }
  const isSending = state.kind === 'sending'

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for a keyboard
    <div
      ref={area}
      className={`flex flex-col gap-2.5 rounded-field outline-dashed outline-2 outline-offset-8 ${isOver ? 'outline-rose' : 'outline-transparent'}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={`${label}: file`}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) send(file, false)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        <Button
          type="button"
          look="quiet"
          busy={isSending}
          onClick={() => !isSending && chooser.current?.click()}
        >
          {label}
        </Button>
        {state.kind === 'failed' && state.picture && (
          <Button type="button" look="link" onClick={() => state.picture && send(state.picture, true)}>
            Try again
          </Button>
        )}
        {isSending ? (
          <progress
            className="h-2 w-40 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-stem [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-stem"
            max={1}
            value={state.share}
            aria-label="Upload"
          />
        ) : (
          <span className="hint pointer-coarse:hidden">or drop a file here</span>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {state.kind === 'stored' && <p className="hint">The picture is here. Save to use it.</p>}
        {state.kind === 'sending' && state.isWanted && <p className="hint">{STILL_SENDING}</p>}
      </div>
      <div role="alert" className="empty:hidden">
        {state.kind === 'failed' && <p className="error">{state.message}</p>}
      </div>
      <UnsavedGuard
        unsaved={() => sending.current !== null}
        title="Leave during the upload?"
        description="The picture isn’t here yet and won’t be saved."
        stay="Stay"
      />
    </div>
  )
}

/**
 * One try, which renews the session if it has to.
 * @returns the address of the picture
 * @throws ApiError for a failure in our words, any other error without an answer
 */
async function post(picture: Blob, progress: Parameters<typeof upload>[2]): Promise<string> {
  const send = () => upload(`${API}/admin/products/pictures`, picture, progress)
  const first = await send()
  const isRenewed = first.status === 401 && (await refreshSession()) === 'renewed'
  return (await answerOf<{ address: string }>(isRenewed ? await send() : first)).address
}
