import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'

import type { Message } from './mail.ts'

export type Rendered = Omit<Message, 'to'>

/** In the text form headings are not shouted, a number needs no second form, and amounts keep their columns. */
const TEXT_FORM = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.amounts', format: 'dataTable' },
  ],
}

/** Turns a message's markup into the two forms that are sent. */
export async function renderMail(subject: string, markup: ReactElement): Promise<Rendered> {
  const html = await render(markup)
  return { subject, html, text: toPlainText(html, TEXT_FORM) }
}
