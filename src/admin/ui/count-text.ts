/** `1,204`; above what is counted exactly, `10,000+`. */
export function countText({ total, capped }: { total: number; capped: boolean }): string {
  return `${total.toLocaleString('en-US')}${capped ? '+' : ''}`
}
