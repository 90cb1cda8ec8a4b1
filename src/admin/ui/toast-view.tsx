import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { iconButtonStyle } from './class-names.ts'

const manager = Toast.createToastManager()

export type ToastManager = typeof manager

type ToastViewProps = Openable & {
  /** Called once there is a place for toasts. */
  onReady: (manager: ToastManager) => void
}

/** Where toasts appear. */
export function ToastView({ onReady }: ToastViewProps) {
  // After the provider's own effect, which listens to the manager.
  useEffect(() => {
    onReady(manager)
  }, [onReady])
  return (
    <Toast.Provider toastManager={manager} timeout={6000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="grid grid-cols-[1fr_auto_auto] items-center gap-x-2 gap-y-1.5 rounded-field border-l-4 border-stem-line bg-ink py-3 pr-2 pl-4 text-paper shadow-soft transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 data-[kind=error]:border-rose-line"
      data-kind={toast.type}
    >
      <Toast.Content className="contents">
        <Toast.Title className="font-semibold" render={<p />} />
        <Toast.Description
          className="col-span-3 row-start-2 flex flex-col gap-1 pr-2 wrap-anywhere"
          render={<div />}
        />
      </Toast.Content>
      <Toast.Action className="col-start-2 row-start-1 -my-2 min-h-11 cursor-pointer rounded-field px-3 font-semibold underline underline-offset-4 hover:bg-white/12 aria-disabled:cursor-default aria-disabled:no-underline" />
      <Toast.Close
        className={`${iconButtonStyle} col-start-3 row-start-1 -my-2 size-11 hover:bg-white/12!`}
        aria-label="Dismiss"
      >
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}
