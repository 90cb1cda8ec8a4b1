import { type CollectionEntry, getCollection } from 'astro:content'
import { slugify } from '#src/domain/slug.ts'
import { FAQ_GROUPS } from './question-schema.ts'

export type Question = CollectionEntry<'faq'>

/** A group of the FAQ, in the order of the specification, with its questions in theirs. */
export type QuestionGroup = { title: string; id: string; questions: Question[] }

/** All questions by group; a group without any is left out. */
export async function questionGroups(): Promise<QuestionGroup[]> {
  const all = await getCollection('faq')
  return FAQ_GROUPS.map((title) => ({
    title,
    id: slugify(title),
    questions: all
      .filter(({ data }) => data.group === title)
      .sort((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id)),
  })).filter(({ questions }) => questions.length > 0)
}
