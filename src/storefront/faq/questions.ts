import { getCollection } from 'astro:content'
import { slugify } from '#domain/text.ts'
import { fillIn, type TextValues } from '#src/lib/text-values.ts'
import { FAQ_GROUPS } from './question-schema.ts'

/** A question with its answer as the page and its structured data show it. */
export type Question = { id: string; question: string; answerHtml: string }

/** A group of the FAQ, in the order of `FAQ_GROUPS`, with its questions by their `order`. */
export type QuestionGroup = { title: string; id: string; questions: Question[] }

/**
 * All questions by group; a group without any is left out.
 * @param values for the placeholders in the answers
 */
export async function questionGroups(values: TextValues): Promise<QuestionGroup[]> {
  const all = await getCollection('faq')
  return FAQ_GROUPS.map((title) => ({
    title,
    id: slugify(title),
    questions: all
      .filter(({ data }) => data.group === title)
      .sort((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id))
      .map(({ id, data, rendered }) => ({
        id,
        question: data.question,
        answerHtml: fillIn(rendered?.html ?? '', values),
      })),
  })).filter(({ questions }) => questions.length > 0)
}
