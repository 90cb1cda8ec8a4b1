import { slugify } from '#domain/text.ts'
import { addressProblems, articlesAmong } from '#src/build/content-checks/article-addresses.ts'
import type { ContentFile } from '#src/build/content-checks/content-files.ts'
import { parseFile } from '#src/build/content-checks/frontmatter.ts'

const LONGEST_TITLE = 60

/**
 * A new article, to be filled in: a draft with every field and every component.
 * @param files what is there already
 * @param today as in 2026-11-21
 * @throws Error that says why not: no title, or an address that is taken
 */
export function newArticle(words: string, files: readonly ContentFile[], today: string): ContentFile {
  const title = words.replace(/\s+/g, ' ').trim()
  if (title === '') throw new Error('Say what it is called: npm run new:article -- "How to Say It by Text"')
  if (title.length < 3 || title.length > LONGEST_TITLE) {
    throw new Error(`A title has 3 to ${LONGEST_TITLE} characters; this one has ${title.length}.`)
  }
  const slug = slugify(title)
  if (slug === '')
    throw new Error('No address can be made of this title. Use some letters a to z, or digits.')
  const path = `content/learn/${slug}.mdx`
  if (files.some((file) => file.path === path))
    throw new Error(`${path} is there already. Choose another title.`)
  const others = articlesAmong(files.map(parseFile))
  const problem = addressProblems([...others, { file: path, slug }]).find(({ file }) => file === path)
  if (problem) throw new Error(`${problem.message}, or choose another title.`)
  return { path, source: template(title, slug, today) }
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
