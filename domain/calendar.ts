/** An appointment that ends when the flowers are promised. */
export type CalendarEntry = {
  /** The id by which a calendar recognizes the entry when it is added again. */
  uid: string
  title: string
  description: string
  url: string
  start: Date
  end: Date
  /** When it was written. */
  stamp: Date
  /** Counts up with every change: of two versions calendars keep the later one. */
  sequence: number
}

const LINE_OCTETS = 75

/** The entry as a file that calendars read (RFC 5545), with the line ends and the folding that it asks for. */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Apologize Better//Orders//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${utc(entry.stamp)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `URL:${entry.url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** `20260604T190500Z`. */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (symbol) => `\\${symbol}`).replace(/\r\n?|\n/g, '\\n')
}

/** No line is longer than 75 octets; a character is never cut in two. */
function folded(line: string): string {
  const rows: string[] = []
  let row = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > LINE_OCTETS) {
      rows.push(row)
      row = ' '
      octets = 1
    }
    row += character
    octets += size
  }
  return [...rows, row].join('\r\n')
}
