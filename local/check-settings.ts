import { SITE } from '#domain/site.ts'
import { failureText, PlainError } from './failure.ts'
import { ROOT } from './production.ts'
import { reportSettings } from './report-settings.ts'

// npm run check-settings: whether a shop could be deployed with the settings of the environment. Changes nothing.
try {
  if (!(await reportSettings(process.env, SITE, ROOT)))
    throw new PlainError('A deployment is refused until these are right.')
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
}
