import { slugify } from '#domain/text.ts'
import type { ContentFile } from '#src/build/content-checks/content-files.ts'

/**
 * A new article, to be filled in: a draft with every field and every component.
 * @param today as in 2026-11-21
 * @throws Error for words of which no address can be made
 */
export function newArticle(words: string, today: string): ContentFile {
  const title = words.replace(/\s+/g, ' ').trim()
  const slug = slugify(title)
  if (slug === '') throw new Error('Say what it is called: npm run new:article -- "How to Say It by Text"')
  return { path: `content/learn/${slug}.mdx`, source: template(title, slug, today) }
}

function template(title: string, slug: string, today: string): string {
  // The short title has as many whole words as fit into menus.
  const short = /^.{2,30}(?=\s|$)/.exec(title)?.[0]
  return `---
title: ${JSON.stringify(title)}
${short ? `shortTitle: ${JSON.stringify(short)}\n` : ''}description: Say in one sentence of 50 to 160 characters what a reader will be able to do after this.
standfirst: The opening under the heading, one or two sentences that make somebody read on.
slug: ${slug}
published: ${today}
updated: ${today}
topics: [apologies]
footer: true
nextStep: One sentence above the way to the flowers.
sources:
  - title: An Exploration of the Structure of Effective Apologies
    by: Roy J. Lewicki, Beth Polin, Robert B. Lount Jr.
    where: Negotiation and Conflict Management Research, 2016
    url: https://doi.org/10.1111/ncmr.12073
draft: true
---

Begin with a scene. A claim about the world gets [a source from the list above](#source-1).

## A heading

Lists, **bold** and links such as [the FAQ](/faq) are plain Markdown. A picture lies in content/learn/pictures and is
written \`![What it shows](./pictures/name.jpg)\`.

<CallOut title="Before you send anything" kind="tip">

The kind is tip, warning or note.

</CallOut>

<Step title="Say what you did">

Steps number themselves.

<Say>“I read your message and did not answer. You waited.”</Say>

<Say not>“I’m sorry you feel that way.”</Say>

</Step>

<Level value={7} title="You were careless out loud">

A level of the mess-up meter, 1 to 10.

</Level>

<PullQuote>One sentence of the article worth setting large.</PullQuote>

{/* A remark for other editors; readers never see it. */}
`
}
