import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'
import { iconButtonStyle } from './class-names.ts'

const manager = Toast.createToastManager()

/** Says in passing what came of something (titles `Success` and `Error`). */
export const notify = {
  success: (description: string) => manager.add({ title: 'Success', description, type: 'success' }),
  error: (description: string, title = 'Error') =>
    manager.add({ title, description, type: 'error', priority: 'high', timeout: 10_000 }),
}

/** Where toasts appear, once in the app. */
export function Toasts() {
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
      className="flex items-start gap-2 rounded-field border-l-4 border-stem-line bg-ink py-3 pr-2 pl-4 text-paper shadow-soft transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 data-[kind=error]:border-rose-line"
      data-kind={toast.type}
    >
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="font-semibold" render={<p />} />
        <Toast.Description className="wrap-anywhere" />
      </Toast.Content>
      <Toast.Close className={`${iconButtonStyle} size-11 hover:bg-white/12!`} aria-label="Dismiss">
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}
