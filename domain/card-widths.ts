// biome-ignore-all format: written by tools/fonts/make.ts, which measures the letters of public/fonts/fraunces-note.woff2.

/** Characters whose widths on the card are known. */
export const MEASURED = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~“”‘’–—…·×é"

/** Their widths in hundredths of the em, in the same order. */
export const WIDTHS = '23 31 33 66 60 78 96 16 35 35 62 57 26 41 25 49 65 45 60 54 60 57 60 52 59 60 25 26 53 57 53 50 90 73 68 70 79 66 61 76 83 38 48 76 62 92 79 79 67 79 72 60 68 76 72 105 73 70 64 33 49 33 50 49 22 54 59 51 61 52 37 56 62 31 30 60 31 93 62 58 61 59 45 47 37 61 56 83 55 56 49 39 27 39 66 42 44 22 22 52 83 85 28 52 52'
