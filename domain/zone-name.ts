import { FIXED_EASTERN } from './zoned-time.ts'

/** The brand says EST and PST all year round, whatever the runtime's own tables say. */
const BRAND_NAMES: Readonly<Record<string, string>> = {
  [FIXED_EASTERN]: 'EST',
  'America/New_York': 'EST',
  'America/Chicago': 'CST',
  'America/Denver': 'MST',
  'America/Los_Angeles': 'PST',
}

const names = new Map<string, string>()

/** The short name of a zone's (IANA) standard time, the same in summer and winter: `EST`, `HST`, `GMT+1`. */
export function zoneName(zone: string): string {
  const known = BRAND_NAMES[zone] ?? names.get(zone)
  if (known) return known
  const name = standardName(zone)
  names.set(zone, name)
  return name
}

function standardName(zone: string): string {
  const inZone = (style: 'short' | 'longOffset', month: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style })
      .formatToParts(Date.UTC(2026, month, 1))
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  // Standard time has the smaller offset: in January in the northern hemisphere, in July in the southern.
  const [january, july] = [offsetMinutes(inZone('longOffset', 0)), offsetMinutes(inZone('longOffset', 6))]
  return inZone('short', january <= july ? 0 : 6)
}

/** Minutes ahead of UTC of a text such as `GMT-05:00` or `GMT`. */
function offsetMinutes(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
