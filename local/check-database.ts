import { type Client, createClient } from '@libsql/client/web'
import type { AuthKey } from '#api/deps.ts'
import { authKeysOf } from '#api/env.ts'
import { sealedBy } from '#api/platform/sealed-text.ts'
import {
  ASK_TIMEOUT_MS,
  EXAMPLE_HOST,
  type Finding,
  hostOfEmail,
  isExamplePhone,
  right,
  wrong,
} from './finding.ts'
import { type MigrationState, readMigrations } from './migrations.ts'

/** Finds out if the database answers, is up to date, and has what a shop needs and nothing that is a sample. */
export async function checkDatabase(
  { url, authToken }: { url: string; authToken: string | null },
  root: string,
  authKeys: string | null,
): Promise<Finding[]> {
  const client = createClient({
    url,
    ...(authToken && { authToken }),
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) }),
  })
  try {
    const migrations = await readMigrations(client, root)
    const findings = [migrationFinding(migrations)]
    if (!migrations.complete) return findings
    if (authKeys === null) return [...findings, ...(await checkContent(client))]
    const keys = authKeysOf(authKeys)
    const needed = [...(await checkSecondFactors(client, keys)), ...(await checkBlocks(client, keys))]
    return [...findings, ...(await checkContent(client)), ...needed]
  } finally {
    client.close()
  }
}

function migrationFinding({ applied, known, complete }: MigrationState): Finding {
  if (complete) return right('DATABASE_URL', `answers, with all ${known} migrations`)
  if (applied === known) {
    return wrong(
      'DATABASE_URL',
      'answers, but lacks delivery options or the order search of this version: npm run db:migrate',
    )
  }
  return applied < known
    ? wrong(
        'DATABASE_URL',
        `answers, but lacks ${known - applied} of ${known} migrations: npm run db:migrate`,
      )
    : wrong(
        'DATABASE_URL',
        `has had ${applied} migrations, and this version knows ${known}: deploy the newer version`,
      )
}

/** Sample florists, and whether anybody could sign in. */
async function checkContent(client: Client): Promise<Finding[]> {
  const [shops, admins, open] = await client.batch(
    [
      'select name, email, phone from shops order by name',
      `select email from users where role = 'admin' and deactivated_at is null and password_hash is not null`,
      `select 1 from invitations i join users u on u.id = i.user_id where u.role = 'admin' and i.kind = 'invitation'
        and i.used_at is null and i.revoked_at is null and i.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    ],
    'read',
  )
  const samples = (shops?.rows ?? []).flatMap(({ name, email, phone }) => {
    const isSample =
      EXAMPLE_HOST.test(hostOfEmail(String(email ?? ''))) || isExamplePhone(String(phone ?? ''))
    return isSample
      ? [wrong('Florist', `${name} is a sample, which delivers nothing: delete it in the back office`)]
      : []
  })
  const examples = (admins?.rows ?? []).flatMap(({ email }) =>
    EXAMPLE_HOST.test(hostOfEmail(String(email)))
      ? [wrong('Admin', `${email} is an example: deactivate it in the back office`)]
      : [],
  )
  const nobody =
    admins?.rows.length || open?.rows.length
      ? []
      : [wrong('Admin', 'there is none: npm run invite-admin -- you@your-domain')]
  return [...samples, ...examples, ...nobody]
}

/** Names the people whose second factor is encrypted by a key that is gone, and counts those of a key that is not the newest. */
async function checkSecondFactors(client: Client, keys: readonly AuthKey[]): Promise<Finding[]> {
  const { rows } = await client.execute('select email, totp_secret from users where totp_secret is not null')
  const sealed = rows.flatMap(({ email, totp_secret: secret }) => {
    const key = sealedBy(String(secret))
    return key === null ? [] : [{ email: String(email), key }]
  })
  const unreadable = sealed
    .filter(({ key }) => !keys.some(({ id }) => id === key))
    .map(({ email, key }) =>
      wrong(
        'AUTH_KEYS',
        `lacks the key “${key}”, which encrypted the second factor of ${email}: put it back, or npm run remove-factor -- ${email}`,
      ),
    )
  const older = keys.slice(1).flatMap(({ id }) => {
    const people = sealed.filter(({ key }) => key === id).length
    const says = `needs the key “${id}” until ${people === 1 ? 'one person has' : `${people} people have`} signed in with a code`
    return people > 0 ? [right('AUTH_KEYS', says)] : []
  })
  return [...unreadable, ...older]
}

/** Says which keys blocks were made with: without its key, a block lets everything through. */
async function checkBlocks(client: Client, keys: readonly AuthKey[]): Promise<Finding[]> {
  const { rows } = await client.execute(
    'select key_id as key, count(*) as n from blocks where lifted_at is null group by key_id',
  )
  return rows.flatMap(({ key, n }) => {
    const made = n === 1 ? 'one block was made' : `${n} blocks were made`
    const name = String(key).replace(/\.\d+$/, '')
    const at = keys.findIndex(({ id }) => id === name)
    if (at === 0) return []
    return at < 0
      ? [
          wrong(
            'AUTH_KEYS',
            `lacks the key “${name}”, by which ${made}, which lets every order through now: put it back`,
          ),
        ]
      : [right('AUTH_KEYS', `needs the key “${name}”, by which ${made}`)]
  })
}
