import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'

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
        <Toast.Viewport className="office-toasts">
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="office-toast" data-kind={toast.type}>
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="office-toast-title" render={<p />} />
        <Toast.Description className="office-toast-words" />
      </Toast.Content>
      <Toast.Close className="icon-button" aria-label="Dismiss">
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}
