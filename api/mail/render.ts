import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'

export type Rendered = { subject: string; html: string; text: string }

/** Turns a message's markup into the two forms that are sent. */
export async function renderMail(subject: string, markup: ReactElement): Promise<Rendered> {
  const html = await render(markup)
  return { subject, html, text: toPlainText(html) }
}
