import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const RUN = ['--input-type=module', '--eval']

/** A program that starts another one and runs on; that one starts a third one. All of them share one output. */
function startThree() {
  const third = `console.log('all run'); setInterval(() => {}, 1000)`
  const second = `import { spawn } from 'node:child_process'
    spawn(process.execPath, ${JSON.stringify([...RUN, third])}, { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const first = `import { startChild } from '#local/child.ts'
    startChild('--input-type=module', ['--eval', ${JSON.stringify(second)}], { cwd: '.', env: process.env, log: null })
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, [...RUN, first], { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('a program ends with all it started when the one that started it is killed', async () => {
  const first = startThree()
  const closed = once(first.stdout, 'close')
  const [text] = (await once(first.stdout, 'data')) as [Buffer]
  expect(text.toString()).toBe('all run\n')
  first.kill('SIGKILL')
  // The output is closed once the last of them is gone.
  await closed
})
