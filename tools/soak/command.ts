import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from '#local/build.ts'
import { type Find, writeFind } from './finds.ts'
import { LANES } from './parts.ts'

// npm run soak -- --minutes 20: looks for the unknown, with new seeds, until the time is over. What has begun is finished, so
// nothing begins in the last quarter. A find is written to .local/soak with the command that repeats it. What is committed of it is the example, as a named test.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const folder = join(root, '.local', 'soak')
const USAGE = 'npm run soak -- [--minutes 20] [--part NAME [--seed 1] [--test "FILE > TITLE"]]'

const asked = readArguments()
const parts = new Map(LANES.flatMap((lane) => Object.entries(lane)))
const finds: Find[] = []
build(root)
if (asked.part) await runPart(asked.part, asked.seed ?? newSeed(), asked.minutes)
else await Promise.all(LANES.map((lane) => runLane(Object.keys(lane))))
for (const { test, again } of finds) console.log(`\n✗ ${test}\n  Again: ${again}`)
console.log(`\n${finds.length === 0 ? 'Nothing found.' : `${finds.length} found; see .local/soak.`}`)
process.exit(finds.length === 0 ? 0 : 1)

async function runLane(names: string[]): Promise<void> {
  const until = Date.now() + asked.minutes * 60_000
  const left = () => (until - Date.now()) / 60_000
  for (let n = 0; left() > asked.minutes / 4; n++) {
    await runPart(names[n % names.length] ?? '', asked.seed ?? newSeed(), left())
  }
}

async function runPart(name: string, seed: number, minutesLeft: number): Promise<void> {
  const part = parts.get(name)
  if (!part) throw new Error(`There is no part ${name}`)
  const began = Date.now()
  const found = await part({ root, seed, test: asked.test, minutesLeft })
  for (const find of found) writeFind(folder, find)
  finds.push(...found)
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  console.log(
    `${name}, seed ${seed}: ${found.length === 0 ? 'nothing' : `${found.length} found`} in ${minutes} min`,
  )
  for (const { test } of found) console.log(`  ✗ ${test}`)
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}

function readArguments() {
  try {
    const options = {
      minutes: { type: 'string', default: '20' },
      part: { type: 'string' },
      seed: { type: 'string' },
      test: { type: 'string' },
    } as const
    const { values } = parseArgs({ options })
    const number = (name: string, text: string) => {
      if (/^\d+$/.test(text)) return Number(text)
      throw new Error(`${name} takes a whole number, not “${text}”.`)
    }
    const names = LANES.flatMap((lane) => Object.keys(lane))
    const { part, test } = values
    if (part !== undefined && !names.includes(part)) {
      throw new Error(`There is no part ${part}; there are ${names.join(', ')}.`)
    }
    if (test !== undefined && part === undefined) throw new Error('A test needs its part.')
    return {
      minutes: number('--minutes', values.minutes),
      part: part ?? null,
      seed: values.seed === undefined ? null : number('--seed', values.seed),
      test: test ?? null,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
}
