import { render, toPlainText } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import { SubjectContext } from './layout.tsx'
import type { Message } from './mail.ts'

export type Rendered = Omit<Message, 'to' | 'reference'>

/** In the text form headings are not shouted, a number needs no second form, and amounts keep their columns. */
const TEXT_FORM = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.amounts', format: 'dataTable' },
    { selector: 'title', format: 'skip' },
  ],
}

/** Turns a message's markup into the two forms that are sent. The subject is the HTML's title, too. */
export async function renderMail(subject: string, markup: ReactElement): Promise<Rendered> {
  const rendered = await render(createElement(SubjectContext, { value: subject }, markup))
  // The library writes the doctype of XHTML 1.0, which is no longer valid.
  const html = rendered.replace(/^<!DOCTYPE[^>]*>/, '<!DOCTYPE html>')
  return { subject, html, text: toPlainText(html, TEXT_FORM) }
}
