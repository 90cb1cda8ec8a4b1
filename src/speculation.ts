/**
 * Which pages the browser may get in advance when a link is hovered or touched: those that are the same for everyone.
 * Pages to read are prepared whole, their scripts do nothing; the gate and the bouquets are only fetched.
 */
export const SPECULATION_FILE = '/speculation-rules.json'
