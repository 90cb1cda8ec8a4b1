import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { PICTURE_NAME } from '#src/build/content-checks/references.ts'
import { preparePicture } from './prepare-picture.ts'

/**
 * Texts of content/ show the picture made of the editor's file, not the file: the framework publishes beside its
 * sizes the file that they were made of.
 */
export function contentPictures(): Plugin {
  let root = ''
  return {
    name: 'content-pictures',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    async resolveId(source, importer) {
      const text = importer?.replace(/\?.*$/, '')
      const isPicture = PICTURE_NAME.test(source) && !/^[/#]/.test(source)
      if (!isPicture || !text?.startsWith(join(root, 'content/'))) return null
      return preparePicture(root, relative(root, join(dirname(text), source)))
    },
    // A picture that an editor replaces is another made one, which the texts have to ask for.
    hotUpdate({ file, modules }) {
      const content = join(root, 'content/')
      if (!file.startsWith(content) || !PICTURE_NAME.test(file)) return modules
      return [...this.environment.moduleGraph.idToModuleMap.values()].filter((module) =>
        module.file?.startsWith(content),
      )
    },
  }
}
