import { basename } from 'node:path'
import { readTexts, takeApart } from './text-file.ts'

/** The files of a folder that are drafts, without the folder. @param folder below the project, as content/learn */
export function draftNames(folder: string): string[] {
  return readTexts('.')
    .filter(({ path, source }) => {
      if (!path.startsWith(`${folder}/`)) return false
      const parts = takeApart(source)
      return 'fields' in parts && parts.fields['draft'] === true
    })
    .map(({ path }) => basename(path))
}
