// Filled in by src/build/screen-scripts.ts once the scripts of the browser are built; in development it stays.
const WRITTEN = '@@SCREEN_SCRIPTS@@'

let scripts: Record<string, string[]> | undefined

/**
 * The scripts that a page needs before it works, as addresses; the first one imports the others.
 * @param route the id of its screen's route; null: no screen is shown
 */
export function scriptsOf(route: string | null): string[] {
  if (import.meta.env.DEV) return ['/src/admin/start.tsx']
  scripts ??= WRITTEN.startsWith('{') ? (JSON.parse(WRITTEN) as Record<string, string[]>) : {}
  const files = [...(scripts[''] ?? []), ...((route !== null && scripts[route]) || [])]
  return files.map((file) => `/${file}`)
}
