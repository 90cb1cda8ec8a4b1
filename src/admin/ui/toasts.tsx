import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { onDemand, usePart } from './on-demand.tsx'
import type { ToastManager } from './toast-view.tsx'

/** What is to be shown once the script for it is here. */
const waiting: ((manager: ToastManager) => unknown)[] = []
const $wanted = atom(false)
let shown: ToastManager | undefined

/** Shows or changes toasts, as soon as there is a place for them. */
function withToasts(use: (manager: ToastManager) => unknown): void {
  if (shown) use(shown)
  else waiting.push(use)
  $wanted.set(true)
}

/** Says in passing what came of something (titles `Success` and `Error`). */
export const notify = {
  success: (description: string) =>
    withToasts((toasts) => toasts.add({ title: 'Success', description, type: 'success' })),
  error: (description: string, title = 'Error') =>
    withToasts((toasts) =>
      toasts.add({ title, description, type: 'error', priority: 'high', timeout: 10_000 }),
    ),
}

const view = onDemand(async () => (await import('./toast-view.tsx')).ToastView)

/** There is a place for toasts from now on. */
function onReady(manager: ToastManager): void {
  shown = manager
  for (const use of waiting.splice(0)) use(manager)
}

const tryLater = () => $wanted.set(false)

/** Where toasts appear, once in the app. */
export function Toasts() {
  const wanted = useStore($wanted, { ssr: 'initial' })
  const View = usePart(view, wanted, tryLater)
  return View && <View onReady={onReady} />
}
