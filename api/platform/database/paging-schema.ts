/** Where a list's rows stand: page `page` of `total` rows; `capped` when there are more than `total`. */
export type PageInfo = {
  page: number
  pageSize: number
  total: number
  capped: boolean
}

/** A list's answer: its rows and where they stand. */
export type Page<Row> = { rows: Row[]; info: PageInfo }
