import { useEffect, useState } from 'react'
import { checkZips } from './queries.ts'

type TakenOptions = {
  marketId: string | undefined
  zips: readonly string[]
  /** The form's fault at the list of codes: of a refused save, one at each code's place. */
  refused: unknown
}

/**
 * Which codes of a form another market holds, in the words that name it: asked for as soon as one is typed, and told by
 * a refused save. It stays said as long as the code is there.
 */
export function useTaken({ marketId, zips, refused }: TakenOptions) {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are those of the list that was refused
  useEffect(() => {
    if (!Array.isArray(refused)) return
    const found = refused.flatMap((issue: { message?: string } | undefined, at): [string, string][] => {
      const zip = zips[at]
      return zip && issue?.message ? [[zip, issue.message]] : []
    })
    setKnown((before) => new Map([...before, ...found]))
  }, [refused])

  /** Asks about one code, without making anyone wait; a failure is left to the save. */
  const check = async (zip: string) => {
    const request = { zipCodes: [zip], ...(marketId !== undefined && { marketId }) }
    const answer = await checkZips(request).catch(() => null)
    const found = answer?.zipCodes[0]
    if (found?.result !== 'taken') return
    const words = `ZIP code ${zip} already belongs to ${found.marketName ?? 'another market'}`
    setKnown((before) => new Map([...before, [zip, words]]))
  }

  return { taken: [...known].filter(([zip]) => zips.includes(zip)), check }
}
