// The reader of frontmatter that Astro uses, too: a date means the same to both.
declare module 'js-yaml' {
  export function load(yaml: string): unknown
  export class YAMLException extends Error {
    reason: string
    mark?: { line: number; column: number }
  }
}
