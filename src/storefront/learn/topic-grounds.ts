import type { Topic } from './article-schema.ts'

/** The ground on which an article of a topic stands: pale tones of the bouquets. */
export const TOPIC_GROUNDS: Readonly<Record<Topic, string>> = {
  apologies: 'bg-blush',
  words: 'bg-butter-pale',
  gifts: 'bg-stem-pale',
  anniversaries: 'bg-blush',
  relationships: 'bg-butter-pale',
  flowers: 'bg-stem-pale',
}
