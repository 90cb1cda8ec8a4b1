/** Where a list's rows stand: page `page` of `total` rows; `capped` when there are more than `total`. */
export type PageInfo = {
  page: number
  pageSize: number
  total: number
  capped: boolean
}

/** The page of a list that is asked for, and what its rows contain. */
export type PageRequest = { q?: string | undefined; page: number; size: number }

/** A list's answer: its rows and where they stand. */
export type Page<Row> = { rows: Row[]; info: PageInfo }
