const NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** HTML text with its character references replaced. */
export function unescaped(text: string): string {
  return text.replace(/&([^;]+);/g, (whole, name: string) => NAMES[name] ?? whole)
}
