import { getPart } from '#src/lib/page-parts.ts'
import { savedZip } from '#src/lib/saved-zip.ts'

// The page is the same for everyone, and kept at the edge: only the browser knows the ZIP that the other steps show.
const zip = savedZip()
if (zip) {
  const place = getPart('saved-zip')
  place.textContent = zip
  place.hidden = false
}
