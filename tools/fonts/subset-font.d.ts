/** The part that we use of `subset-font`, which ships without types. */
declare module 'subset-font' {
  type Range = { min: number; max: number; default?: number }
  type Options = {
    targetFormat: 'sfnt' | 'woff' | 'woff2'
    variationAxes?: Record<string, number | Range>
    keepFeatures?: string[]
    noHinting?: boolean
    dropTables?: string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
