import { runCommand } from './command.ts'
import { PlainError } from './failure.ts'
import { reportSettings } from './settings-check.ts'

// npm run check-settings: whether a shop could be deployed with the settings of the environment. Changes nothing.
await runCommand(async () => {
  if (!(await reportSettings())) throw new PlainError('A deployment is refused until these are right.')
})
