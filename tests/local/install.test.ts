import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFor } from '#local/install.mjs'

let root: string
const log = () => join(root, 'npm.log')

/** The calls of npm since the last time: the folder, from the root, and whether devDependencies were left out. */
function asked(): string[] {
  const lines = readFileSync(log(), 'utf8').trim().split('\n').filter(Boolean)
  writeFileSync(log(), '')
  return lines.map((line) => {
    const [folder = '', ...flags] = line.split(' ')
    return `${folder.slice(root.length) || '/'} ${flags.includes('--omit=dev') ? 'shop' : 'all'}`
  })
}

function write(name: string, text: string): void {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'apologize-install-'))
  write('package-lock.json', '{}')
  write('tools/engines/command.ts', '')
  write('tools/engines/drivers/package.json', '{}')
  write('tools/engines/drivers/package-lock.json', '{}')
  write('npm.log', '')
  write('bin/npm', `#!/bin/sh\nmkdir -p node_modules\necho "$PWD $*" >> "${log()}"\n`)
  chmodSync(join(root, 'bin/npm'), 0o755)
  vi.stubEnv('PATH', `${join(root, 'bin')}${delimiter}${process.env['PATH']}`)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

test('npm start on a fresh clone installs no package that only tests use', () => {
  installFor(root, 'local/start.ts')
  expect(asked()).toEqual(['/ shop'])
  installFor(root, 'local/reset.ts')
  expect(asked()).toEqual([])
})

test('npm test adds what npm start left out, and npm start leaves it there', () => {
  installFor(root, 'local/start.ts')
  installFor(root, 'local/test.ts')
  expect(asked()).toEqual(['/ shop', '/ all'])
  installFor(root, 'local/start.ts')
  expect(asked()).toEqual([])
  appendFileSync(join(root, 'package-lock.json'), '\n')
  installFor(root, 'local/start.ts')
  expect(asked()).toEqual(['/ all'])
})

test('npm start takes nothing away from what somebody installed by hand', () => {
  mkdirSync(join(root, 'node_modules'))
  installFor(root, 'local/start.ts')
  expect(asked()).toEqual(['/ all'])
})

test('a package in a folder beside a command is installed for this command only', () => {
  installFor(root, 'node_modules/vitest/vitest.mjs')
  expect(asked()).toEqual(['/ all'])
  installFor(root, 'tools/engines/command.ts')
  expect(asked()).toEqual(['/tools/engines/drivers all'])
  installFor(root, 'tools/engines/command.ts')
  expect(asked()).toEqual([])
})
