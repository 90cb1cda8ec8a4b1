import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { answersOf } from './answers.ts'

// npm run openapi: writes the schemas of all answers anew.
const root = fileURLToPath(new URL('../..', import.meta.url))
const file = fileURLToPath(new URL('../../api/http/answers.json', import.meta.url))
writeFileSync(file, JSON.stringify(answersOf(root)))
// The formatter sets short objects in one line: the file has a third of the lines.
execFileSync('biome', ['format', '--write', file], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
