import type { Topic } from './article-schema.ts'

/** The ground on which an article of a topic stands. */
export const TOPIC_GROUNDS: Readonly<Record<Topic, string>> = {
  apologies: 'bg-blush',
  words: 'bg-sand',
  gifts: 'bg-honey',
  anniversaries: 'bg-mauve',
  relationships: 'bg-sage',
  flowers: 'bg-sage',
}
