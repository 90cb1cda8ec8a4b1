import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installFor } from '#local/install.mjs'

// npm run types leaves this folder out: most copies never install its packages.
test('the engines have no type errors', () => {
  installFor(process.cwd(), 'tools/soak/engines/command.ts')
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
  const check = () => execFileSync(process.execPath, [tsc, '-p', import.meta.dirname], { encoding: 'utf8' })
  expect(check).not.toThrow()
})
