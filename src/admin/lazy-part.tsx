import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { showLoadFailure } from './load-failure.ts'

/**
 * Parts of the frame, dialogs, with the library that they need, and the forms of lists and orders: with them, every
 * screen would load a sixth more.
 */
export const LAZY_PARTS = {
  commandPalette: async () => (await import('./keyboard/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./keyboard/shortcuts-dialog.tsx')).ShortcutsDialog,
  sessionEnded: async () => (await import('./session-ended.tsx')).SessionEnded,
  confirmPerson: async () => (await import('./account/confirm-person.tsx')).ConfirmPerson,
  toasts: async () => (await import('./ui/toast-view.tsx')).ToastView,
  assignSelected: async () => (await import('./orders/assign-selected-dialog.tsx')).AssignSelectedDialog,
  refund: async () => (await import('./orders/refund-dialog.tsx')).RefundDialog,
  askBuyer: async () => (await import('./orders/ask-dialog.tsx')).AskDialog,
  rejectShopOrder: async () => (await import('./shop-orders/reject-dialog.tsx')).RejectDialog,
  attempt: async () => (await import('./delivery-attempts/attempt-dialog.tsx')).AttemptDialog,
  dialog: async () => (await import('./ui/dialog-popup.tsx')).DialogPopup,
  drawer: async () => (await import('./menu-drawer.tsx')).MenuDrawer,
  liftBlock: async () => (await import('./blocks/lift-dialog.tsx')).LiftDialog,
  refusePlace: async () => (await import('./blocks/place-dialog.tsx')).PlaceDialog,
  saveView: async () => (await import('./saved-views/save-view-dialog.tsx')).SaveViewDialog,
}

export type Openable = { open: boolean; onOpenChange: (open: boolean) => void }

/** A component whose script is fetched when it first opens. If that fails, it is closed again: the next try asks anew. */
export function LazyPart<Props extends Openable>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>
  props: Props
}) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const { open, onOpenChange } = props
  const fail = useEffectEvent(() => {
    showLoadFailure(true)
    onOpenChange(false)
  })
  useEffect(() => {
    if (!open || Part) return
    load().then((loaded) => {
      showLoadFailure(false)
      setPart(() => loaded)
    }, fail)
  }, [load, open, Part])
  return Part && <Part {...props} />
}
