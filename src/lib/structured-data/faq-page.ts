import type { FAQPageLeaf } from 'schema-dts'
import { SITE } from '#domain/site.ts'
import { address } from '#src/lib/address.ts'

export type Question = {
  question: string
  /** As the page shows it; links of ours may be paths. */
  answerHtml: string
}

/** Questions and answers, word for word those of the page (Google: FAQ). */
export function faqPage(questions: readonly Question[]): FAQPageLeaf {
  return {
    '@type': 'FAQPage',
    url: address('/faq'),
    inLanguage: SITE.language,
    mainEntity: questions.map(({ question, answerHtml }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: withAddresses(answerHtml) },
    })),
  }
}

/** Elsewhere a path leads nowhere. */
function withAddresses(html: string): string {
  return html.trim().replaceAll(/ href="(\/[^"]*)"/g, (_, path: string) => ` href="${address(path)}"`)
}
