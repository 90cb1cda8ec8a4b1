import { render, toPlainText } from '@react-email/render'
import type { ReactNode } from 'react'
import { MailLayout, type MailLayoutProps } from './layout.tsx'
import type { Message } from './mail.ts'

export type Rendered = Omit<Message, 'to' | 'reference' | 'replyTo'> & Partial<Pick<Message, 'replyTo'>>

/**
 * In the text form headings are not in capitals, a number needs no second form, and amounts keep their columns.
 */
const TEXT_FORM = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.amounts', format: 'dataTable' },
    { selector: 'title', format: 'skip' },
  ],
}

/** Rows from before texts were normalised may hold marks that turn the direction of what follows: no email does. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g

/** Turns an email into the two forms that are sent. */
export async function renderMail(
  email: Omit<MailLayoutProps, 'children'>,
  body: ReactNode,
): Promise<Rendered> {
  const rendered = await render(<MailLayout {...email}>{body}</MailLayout>)
  // The library writes the doctype of XHTML 1.0, which is no longer valid.
  const html = rendered.replace(/^<!DOCTYPE[^>]*>/, '<!DOCTYPE html>').replace(DIRECTIONS, '')
  return { subject: email.subject.replace(DIRECTIONS, ''), html, text: toPlainText(html, TEXT_FORM) }
}
