import { ZIP_POINTS } from './zip-points.ts'

type Point = { latitude: number; longitude: number }

const EARTH_RADIUS_MILES = 3958.8

let points: ReadonlyMap<string, Point> | undefined

function pointOf(zip: string): Point | undefined {
  points ??= new Map(
    ZIP_POINTS.trim()
      .split(/,? *\n|, /)
      .map((entry) => {
        const [code = '', latitude, longitude] = entry.split(' ')
        return [code, { latitude: Number(latitude), longitude: Number(longitude) }]
      }),
  )
  return points.get(zip.slice(0, 5))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * Miles between the middles of two ZIP codes in a straight line, which no courier drives: enough to tell near from far, not to say
 * how long it takes. Null where the place of one is not known.
 * @param from five digits, or five and four
 */
export function zipDistance(from: string, to: string): number | null {
  const [one, other] = [pointOf(from), pointOf(to)]
  if (!one || !other) return null
  const [north, east] = [
    radians(other.latitude - one.latitude) / 2,
    radians(other.longitude - one.longitude) / 2,
  ]
  const chord =
    Math.sin(north) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(chord))
}
