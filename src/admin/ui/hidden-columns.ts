import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useContext } from 'react'
import { FirstScreenContext } from '#src/admin/first-screen.tsx'

// The columns of lists that somebody does not want to see. A cookie keeps them, so that the server draws the list without them.

/** `orders:payment.total,waitlist:added` */
export const COLUMNS_COOKIE = 'columns'

/** Ids of columns, by the path of their list. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>

const YEAR_SECONDS = 365 * 24 * 60 * 60
const LIST = /^([\w-]+):([\w.-]+)$/
const NONE: readonly string[] = []

/** Reads the cookie's value; what cannot be one is left out. */
export function parseHiddenColumns(value: string | undefined): HiddenColumns {
  const lists = (value ?? '').split(',').flatMap((text) => {
    const [, list, ids] = LIST.exec(text) ?? []
    return list && ids ? [[list, ids.split('.')] as const] : []
  })
  return Object.fromEntries(lists)
}

/** The value of the cookie. */
export function writeHiddenColumns(hidden: HiddenColumns): string {
  return Object.entries(hidden)
    .filter(([, ids]) => ids.length > 0)
    .map(([list, ids]) => `${list}:${ids.join('.')}`)
    .join(',')
}

// Browser only: on the server it would be everybody's.
const $hidden = atom<HiddenColumns | null>(null)

function readCookie(): HiddenColumns {
  const value = new RegExp(`(?:^|; )${COLUMNS_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
  return parseHiddenColumns(value && decodeURIComponent(value))
}

/** The hidden columns of a list, and a function that sets them. @param path of the list */
export function useHiddenColumns(path: string): [hidden: readonly string[], set: (ids: string[]) => void] {
  const page = useContext(FirstScreenContext)
  const list = path.split('/').at(-1) ?? ''
  const chosen = useStore($hidden, { ssr: () => null })
  const all = chosen ?? page?.hiddenColumns ?? {}
  const set = (ids: string[]) => {
    // Another tab may have hidden others meanwhile.
    const next = { ...readCookie(), [list]: ids }
    $hidden.set(next)
    const value = encodeURIComponent(writeHiddenColumns(next))
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `${COLUMNS_COOKIE}=${value}; path=/admin; max-age=${YEAR_SECONDS}; samesite=strict; secure`
  }
  return [all[list] ?? NONE, set]
}
