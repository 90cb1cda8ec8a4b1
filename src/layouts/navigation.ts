/** A door of the frame. Pages that do not exist yet are not listed: add them here and the frame shows them. */
export type NavigationLink = { href: string; label: string }

/** The top bar, after the logo. */
export const TOP_LINKS: readonly NavigationLink[] = []

/** The footer's columns, before Contact. */
export const FOOTER_COLUMNS: readonly { title: string; links: readonly NavigationLink[] }[] = []
