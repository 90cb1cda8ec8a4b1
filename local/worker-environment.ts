import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { SETTING_NAMES, settingValue } from '#api/env.ts'

/** Uploaded with the Worker; everything else stands under [vars] in wrangler.toml. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_AUTH_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'TELNYX_API_KEY',
  'TELNYX_PUBLIC_KEY',
  'TELNYX_FROM',
  'AUTH_KEYS',
  'HEALTH_TOKEN',
  'MEASUREMENT_SECRET',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
] as const
/** The settings that are not uploaded: they are for stand-ins, and platforms of agents, on this machine. */
const FOR_STAND_INS = [
  'STRIPE_API_URL',
  'RESEND_API_URL',
  'TELNYX_API_URL',
  'PUSH_STAND_IN',
  'UCP_ALLOW_LOOPBACK',
] as const

/** The bindings of a Worker; those under [vars] may be numbers, booleans and more. */
export type WorkerEnvironment = Record<string, unknown>

/** A value that does not get to the Worker as its writer expects. */
type Misplaced = { name: string; says: string }

/** The variables under [vars] in wrangler.toml, as the Worker gets them. @param root of the project */
export function readVars(root: string): WorkerEnvironment {
  const { vars = {} } = parse(readFileSync(join(root, 'wrangler.toml'), 'utf8')) as { vars?: object }
  return { ...vars }
}

/** The environment that a deployed Worker would get. @param vars of wrangler.toml */
export function productionEnvironment(
  env: Record<string, string | undefined>,
  vars: WorkerEnvironment,
): WorkerEnvironment {
  const uploaded = SECRETS.map((name) => [name, env[name]])
  const forStandIns = FOR_STAND_INS.map((name) => [name, vars[name] ?? env[name]])
  return { ...vars, ...Object.fromEntries([...uploaded, ...forStandIns]) }
}

/**
 * Finds what was written where no Worker reads it: a setting of [vars] in the environment or its file, a secret under [vars],
 * a name that no setting has, and quotes that became a part of a value.
 */
export function misplacedSettings(
  env: Record<string, string | undefined>,
  vars: WorkerEnvironment,
): Misplaced[] {
  const uploaded: readonly string[] = SECRETS
  const known: readonly string[] = SETTING_NAMES
  const elsewhere: readonly string[] = [...SECRETS, ...FOR_STAND_INS]
  const notUploaded = SETTING_NAMES.filter(
    (name) =>
      !elsewhere.includes(name) &&
      env[name] !== undefined &&
      settingValue(name, env[name]) !== settingValue(name, vars[name]),
  )
  const quoted = Object.entries(productionEnvironment(env, vars)).filter(
    ([, value]) => typeof value === 'string' && /^\s*(["']).*\1\s*$/s.test(value),
  )
  return [
    ...notUploaded.map((name) => ({
      name,
      says: 'is set in the environment, which the Worker does not get: write it under [vars] in wrangler.toml',
    })),
    ...Object.keys(vars).flatMap((name) => {
      if (uploaded.includes(name))
        return [
          {
            name,
            says: 'is a secret and stands in wrangler.toml, which Git keeps: move it to production.env',
          },
        ]
      return known.includes(name) ? [] : [{ name, says: 'is no setting; [vars] in wrangler.toml has it' }]
    }),
    ...quoted.map(([name]) => ({ name, says: 'has quotes, which the Worker takes for a part of the value' })),
  ]
}
