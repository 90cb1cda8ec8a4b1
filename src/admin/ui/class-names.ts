// Classes of elements that are made in more than one place, by us or by a library.

// As high as the dialogs: of two that are open, the later one's lies over the earlier dialog.
const BACKDROP =
  'fixed inset-0 z-40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** The parts of a dialog, an alert dialog's too. */
export const dialogStyle = {
  backdrop: `${BACKDROP} bg-ink/45`,
  opaqueBackdrop: `${BACKDROP} bg-paper/80 backdrop-blur-[10px]`,
  // While it fades out, the second press of a double click must not reach its buttons.
  popup:
    'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-card bg-card p-6 shadow-soft transition-[opacity,scale] duration-150 data-ending-style:pointer-events-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
}

/** A button or link that is only an icon; its size is given beside this. */
export const iconButtonStyle =
  'inline-grid flex-none cursor-pointer place-items-center rounded-field hover:bg-ink/6 [&>svg]:size-5 [&>svg]:stroke-[1.75]'

/** A link that covers its row, which has to be `relative`; what else can be pressed there lies above it by `relative z-1`. */
export const rowLinkStyle =
  'row-link rounded-sm font-semibold after:absolute after:inset-0 hover:text-rose-deep focus-visible:shadow-none focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-rose-deep'

/** The line that opens and closes a part of a page, with a chevron before it. */
export const foldStyle =
  'flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-semibold [&::-webkit-details-marker]:hidden [&>svg]:size-4 [&>svg]:text-muted [[open]>&>svg]:rotate-90'
