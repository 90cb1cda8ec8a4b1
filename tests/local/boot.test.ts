import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

// The way into every command, by a shell as npm starts it.

const folder = mkdtempSync(join(tmpdir(), 'apologize-boot-'))
afterAll(() => rmSync(folder, { recursive: true }))
const settings = join(folder, 'shop.env')
writeFileSync(settings, 'ONE_SETTING=from the file\n')
const script = join(folder, 'script.mjs')
writeFileSync(script, 'console.log(process.env.ONE_SETTING, ...process.argv.slice(2))')
const lasting = join(folder, 'lasting.mjs')
writeFileSync(
  lasting,
  `console.log('runs'); setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit())`,
)

const inProject = (file: string) => relative(process.cwd(), file)

function boot(...args: string[]): ChildProcess {
  // More than one command keeps the shell from giving its place to the first.
  const command = `node local/boot.mjs ${args.map((arg) => `'${arg}'`).join(' ')}; true`
  return spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function outputOf(...args: string[]) {
  const { stdout, stderr } = boot(...args)
  if (!stdout || !stderr) throw new Error('Both are pipes')
  return Promise.all([text(stdout), text(stderr)])
}

test.each([
  ['its own argument', ['--settings', settings]],
  ['an equals sign', [`--settings=${settings}`]],
  ['a path below the project', [`--settings=${inProject(settings)}`]],
])('reads the settings named by %s', async (_, given) => {
  expect(await outputOf(inProject(script), 'first', ...given, 'last')).toEqual([
    'from the file first last\n',
    '',
  ])
})

test.each([[['--settings', '/nowhere.env']], [['--settings']]])(
  'names a settings file that works when %j does not',
  async (given) => {
    const [said, failed] = await outputOf(inProject(script), ...given)
    expect(said).toBe('')
    expect(failed).toContain('For example: --settings production.env')
  },
)

test('ends what it started when the shell that started it ends', async () => {
  const shell = boot(inProject(lasting))
  if (!shell.stdout) throw new Error('It is a pipe')
  const closed = once(shell.stdout, 'close')
  expect(String(await once(shell.stdout, 'data'))).toBe('runs\n')
  shell.kill('SIGTERM')
  // The output is closed once the last of them is gone.
  await closed
})
