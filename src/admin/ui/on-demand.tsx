import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** A component whose script is not needed to show the screen. */
export type PartOnDemand<Props> = {
  /** Absent until its script was fetched. */
  component?: ComponentType<Props>
  /** Fetches the script. @throws when it cannot be loaded */
  fetch(): Promise<void>
}

/** Fetched when the browser is idle (src/admin/client/prefetch-when-idle.ts), so that it opens at once when it is wanted. */
export const partsOnDemand = new Set<Pick<PartOnDemand<never>, 'fetch'>>()

export function onDemand<Props>(load: () => Promise<ComponentType<Props>>): PartOnDemand<Props> {
  const part: PartOnDemand<Props> = {
    async fetch() {
      part.component ??= await load()
    },
  }
  partsOnDemand.add(part)
  return part
}

/**
 * The component, from when it is first wanted and its script is here.
 * @param onFailed the script could not be loaded: called before the page says so, so that wanting it again tries again
 */
export function usePart<Props>(
  part: PartOnDemand<Props>,
  wanted: boolean,
  onFailed?: () => void,
): ComponentType<Props> | undefined {
  const [shown, setShown] = useState(false)
  const fail = useEffectEvent(() => {
    // Rendered later, it would undo a press that follows the message at once.
    flushSync(() => onFailed?.())
    // The page itself says so (src/admin/early-input.ts): a toast would need a script, too.
    document.dispatchEvent(new Event('part-failed'))
  })
  useEffect(() => {
    if (!wanted || shown) return
    let stillWanted = true
    part.fetch().then(
      () => {
        setShown(true)
        document.dispatchEvent(new Event('part-loaded'))
      },
      () => stillWanted && fail(),
    )
    return () => {
      stillWanted = false
    }
  }, [part, wanted, shown])
  return shown ? part.component : undefined
}

type Openable = { open: boolean; onOpenChange: (open: boolean) => void }

/** A dialog whose script is fetched when it is first opened. */
export function DialogOnDemand<Props extends Openable>({
  part,
  dialog,
}: {
  part: PartOnDemand<Props>
  dialog: Props
}) {
  const { open, onOpenChange } = dialog
  const Dialog = usePart(part, open, () => onOpenChange(false))
  return Dialog && <Dialog {...dialog} />
}
