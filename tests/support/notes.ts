import fc from 'fast-check'

const word = (letters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...[...letters]), minLength: 1, maxLength })

const words = [
  word('abcdefghijklmnopqrstuvwxyzéüñ’', 12),
  word('WMwm', 60),
  word('абвгдежзийклмнопрстуфхцчшщъыьэюя', 14),
  word('אבגדהוזחטיכלמנסעפצקרשת', 9),
  word('ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 9),
  word('一二三四五六七八九十对不起。、「」！', 40),
  word('한국어미안해요', 8),
  word('กขคงจฉชซฌญ', 30),
  fc.constantFrom('क्षमा', 'करें', 'गलत', 'था।'),
  fc.constantFrom('💐', '👩‍👩‍👧‍👦', '❤️', '1️⃣', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '👩🏽‍🌾', '🇺🇸🇺🇸'),
  fc.constantFrom(
    'I',
    'was',
    'wrong.',
    '“Sorry”',
    '—',
    'well-known',
    'e\u0301',
    '&',
    '<b>',
    'https://example.com/a/b?c=d',
  ),
]
const space = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\r\n', '\n\n', '\t', '\u2028', '\u00a0', '\u200b')

/** Notes as people type and paste them: several scripts, long words, pictures, line breaks of other systems. */
export const anyNote: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.oneof(...words), space), { maxLength: 60 })
  .map((parts) => parts.flat().join(''))
