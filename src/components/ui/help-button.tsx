/** The button of note-help.astro; without JavaScript it opens the page with the starters. */
export function HelpButton() {
  return (
    <button type="submit" form="note-help" className="link w-fit py-1 text-small">
      Help me say it
    </button>
  )
}
