import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'

let runs = 0

/** Runs a command of local/ in this process: a Node of its own takes seconds only to load what the command imports. */
export async function runCommand(script: string, args: string[], env: Record<string, string>) {
  const { argv } = process
  const said: string[] = []
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line) => void said.push(line))
  }
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw code
  })
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    process.argv = [process.execPath, script, ...args]
    const file = fileURLToPath(new URL(`../../local/${script}`, import.meta.url))
    const status: unknown = await import(/* @vite-ignore */ `${file}?${++runs}`).then(
      () => process.exitCode ?? 0,
      (thrown) => thrown,
    )
    return { status, said: said.join('\n') }
  } finally {
    Object.assign(process, { argv, exitCode: undefined })
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
}
