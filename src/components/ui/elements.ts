import type { ReactElement } from 'react'

/**
 * Children that are elements or nothing, never text: they may stand beside others, come and go. A browser that translates the
 * page replaces text nodes, and React would not find them again (docs/decisions/0069-translated-pages.md).
 */
export type Elements = ReactElement | false | '' | null | undefined | readonly Elements[]
