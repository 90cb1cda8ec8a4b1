import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = '.github/workflows'

test.each(readdirSync(FOLDER))(
  '%s runs the actions of others at one commit each, which nobody can move',
  (name) => {
    const used = readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(/uses: *(\S+)/g)
    for (const [, action] of used) expect(action).toMatch(/@[0-9a-f]{40}$/)
  },
)
