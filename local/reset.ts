import { existsSync, rmSync } from 'node:fs'
import { ROOT } from './command.ts'
import { isFree, portsFrom } from './ports.ts'
import { dataFolder } from './settings.ts'

// npm run reset: empties the data of the copy on PORT (default 8787).
const ports = portsFrom(process.env['PORT'])
if (!(await isFree(ports.database))) {
  console.error(`The shop on port ${ports.shop} is running. Stop it first, then reset.`)
  process.exit(1)
}
const folder = dataFolder(ROOT, ports)
const existed = existsSync(folder)
rmSync(folder, { recursive: true, force: true })
console.log(existed ? `Emptied ${folder}.` : 'There was nothing to empty.')
