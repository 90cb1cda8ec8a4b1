import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isFree, portsFrom } from './ports.ts'
import { dataFolder } from './settings.ts'

// npm run reset: empties the data of the copy on PORT (default 8787).
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const ports = portsFrom(process.env['PORT'])
if (!(await isFree(ports.database))) {
  console.error(`The shop on port ${ports.shop} is running. Stop it first, then reset.`)
  process.exit(1)
}
const folder = dataFolder(root, ports)
const existed = existsSync(folder)
rmSync(folder, { recursive: true, force: true })
console.log(existed ? `Emptied ${folder}.` : 'There was nothing to empty.')
