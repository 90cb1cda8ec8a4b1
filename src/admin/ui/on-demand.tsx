import { type ComponentType, useEffect, useState } from 'react'

/** A component whose script is not needed to show the screen. */
export type PartOnDemand<Props> = {
  /** Absent until its script was fetched. */
  here?: ComponentType<Props>
  /** Fetches the script. @throws when it cannot be loaded */
  fetch(): Promise<void>
}

/** What is fetched at rest (src/admin/client/fetch-at-rest.ts), so that it opens at once when it is wanted. */
export const partsOnDemand = new Set<Pick<PartOnDemand<never>, 'fetch'>>()

export function onDemand<Props>(load: () => Promise<ComponentType<Props>>): PartOnDemand<Props> {
  const part: PartOnDemand<Props> = {
    async fetch() {
      part.here ??= await load()
    },
  }
  partsOnDemand.add(part)
  return part
}

/**
 * The component, from when it is first wanted and its script is here.
 * @param onFailed the script could not be loaded, which was said: wanting it again tries again
 */
export function usePart<Props>(
  part: PartOnDemand<Props>,
  wanted: boolean,
  onFailed?: () => void,
): ComponentType<Props> | undefined {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!wanted || shown) return
    part.fetch().then(
      () => {
        setShown(true)
        document.dispatchEvent(new Event('part-loaded'))
      },
      () => {
        // The page itself says so (src/admin/early-input.ts): a toast would need a script, too.
        document.dispatchEvent(new Event('part-failed'))
        onFailed?.()
      },
    )
  }, [part, wanted, shown, onFailed])
  return shown ? part.here : undefined
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
