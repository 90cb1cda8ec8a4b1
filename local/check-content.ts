import { contentProblems } from '#src/build/content-checks/check-content.ts'
import { readContent, report } from '#src/build/content-checks/content-files.ts'

// npm run check-content: what has to be fixed in content/, as the build and npm test say it, without either.
const root = process.cwd()
const problems = await contentProblems(root, false)
if (problems.length > 0) {
  console.error(`\n${report(problems)}\n`)
  process.exitCode = 1
} else console.log(`\n${readContent(root).length} texts: nothing to mend.\n`)
