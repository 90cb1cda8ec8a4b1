import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { type Contact, checkSettings, productionEnvironment } from './settings-check.ts'

type WranglerConfig = { vars?: Record<string, string | number | boolean> }

/**
 * Checks the settings of a production shop, those under [vars] in wrangler.toml too, and prints what was found.
 * @param root of the project
 * @returns true if nothing is wrong
 */
export async function reportSettings(
  env: NodeJS.ProcessEnv,
  contact: Contact,
  root: string,
): Promise<boolean> {
  const { vars = {} } = parse(readFileSync(join(root, 'wrangler.toml'), 'utf8')) as WranglerConfig
  const texts = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]))
  const findings = await checkSettings(productionEnvironment(env, texts), contact, root)
  for (const { name, isWrong, says } of findings.filter((one) => !one.isWrong))
    console.log(line(isWrong, name, says))
  const faults = findings.filter((one) => one.isWrong)
  for (const { isWrong, name, says } of faults) console.error(line(isWrong, name, says))
  return faults.length === 0
}

// Messages of api/env.ts begin with the name.
function line(isWrong: boolean, name: string, says: string): string {
  return `${isWrong ? '✗' : '✓'} ${says.startsWith(name) ? says : `${name}: ${says}`}`
}
