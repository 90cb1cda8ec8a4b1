import type { Mark } from './phrases.ts'

export type StepId = 'find-out' | 'say' | 'fix' | 'leave'

type Step = {
  id: StepId
  /** The title in content/learn/apology-playbook.mdx, which a test compares. */
  title: string
  /** The sentence that says what to add when it is missing. */
  missing: string
  /** The points that its absence adds on the scale of the Mess-Up Index. */
  points: 1 | 2 | 3
}

/** The four steps of the Apology Playbook, in its order. */
export const STEPS: readonly Step[] = [
  {
    id: 'find-out',
    title: 'Find out what you did',
    missing: 'Say what it was like for them: you waited, you heard it from someone else, you ate alone.',
    points: 1,
  },
  {
    id: 'say',
    title: 'Say what you did, with your name on it',
    missing: 'Say what you did, beginning with “I”. A stranger should be able to tell what happened.',
    points: 3,
  },
  {
    id: 'fix',
    title: 'Fix what can be fixed',
    missing: 'Say one thing you have done or will do, with a day in it.',
    points: 1,
  },
  {
    id: 'leave',
    title: 'Leave the answer to them',
    missing: 'Take the question out. They don’t have to answer.',
    points: 1,
  },
]

const YOU = '(?:you|u|ya)'
/** The words for how it was from the other chair. */
const SEEN = new RegExp(
  [
    `\\b${YOU}(?:'d| had| have|'ve)? (?:all |both |just |really |still |even |kept |only |never )?(?:(?:were|kept|had to|got to|learned|deserved|trusted|needed|asked|told|counted|waited|ate|sat|spent|went|felt|stood|stayed|cried|heard|found|remembered|looked|cooked|planned|drove|flew|came|called|wrote|worked|saved|paid|carried|covered|believed|expected|hoped|read|saw|held|gave|said|wanted|missed|lost|cleaned|thought|lay|answered|turned)\\b|made (?:dinner|the|a|it|me)\\b)`,
    `\\b(?:hurt|embarrassed|humiliated|scared|frightened|insulted|ignored|upset|disappointed|failed|worried|abandoned|lied to|let|left|cost|interrupted|made) ${YOU}\\b`,
    '\\b(?:hurt|broke|crossed|lost|betrayed|hit) your\\b|\\byour (?:face|trust|feelings|heart|day|night|evening)\\b',
    `\\b(?:it|that) (?:hurt|was yours|must have|cost)|\\bi(?:'d| would) rather hear it\\b|\\bhow (?:it|that) (?:was|felt|must have (?:been|felt)) for ${YOU}\\b`,
    '\\b(?:he|she|they|mom|dad|the kids|everyone) (?:waited|cried|asked|sat|had to|heard|saw|was waiting|were waiting)',
  ].join('|'),
)
/** The words for what I did. */
const DEED = new RegExp(
  [
    "\\bi(?: have|'ve|'d| had| also| just| totally| completely| really| still| then| even| only)? (?:forgot|forgotten|missed|lied|broke|broken|yelled|shouted|screamed|snapped|left|lost|told|said|called|made|took|read|sent|let|hurt|cheated|spent|kept|went|came|came home|cancell?ed|bailed|ghosted|ignored|embarrassed|blamed|stole|borrowed|crashed|dropped|spilled|shrank|ate|drank|drunk|got drunk|interrupted|laughed|rolled|walked|slept|overslept|showed|showed up|posted|shared|gave|presented|promised|hid|talked|wrote|skipped|ruined|messed|screwed|f\\w+ed|blew|dropped|stood|wasted|picked|put|looked|turned|threw|slammed|hung|wasn't|was not|was (?:supposed to|asleep|jealous|lazy|late|wrong|rude|drunk|mean|cruel|unfair|careless|short|an?|so|on my|not|cold|distant|selfish|unkind|jealous|out of|cheap)|didn'?t|did not|couldn'?t|could not|failed|should have|should'?ve|shouldn'?t have|never (?:called|came|wrote|answered|asked|told|checked|replied)|answered|repeated|opened|used|parked|scratched|killed|overwatered|burned|burnt|knocked|deleted|sold|double.?booked|repaid|did(?! my best| nothing)|stayed|chose|acted|treated|accused|criticized|mocked|teased|made fun)\\b",
    '\\b(?:sorry|apologi[sz]e|apologies)(?: \\w+){0,2} (?:for|about) (?:my \\w+|(?:not )?(?:be|show|call|tell|forget|miss|ly|yell|break|snap|shout|say|leav|com|answer|listen|let|ruin|los|cancel|ignor|mak|tak|read|hurt|hid|keep|wak|eat|us)\\w*ing)\\b',
    '\\bmy (?:fault|mistake|doing)\\b|\\bit was me\\b|\\bi was the one who\\b',
  ].join('|'),
)
/** The words for what is done about it. */
const REPAIR = new RegExp(
  [
    "\\bi(?:'ve| have) (?:already |just |since )?(?:called|told|written|booked|put|set|asked|ordered|replaced|paid|moved|talked|started|deleted|blocked|found|bought|fixed|cleaned|returned|apologi[sz]ed|spoken|made|signed|given|cancell?ed|cleared|got|sent|taken|turned|corrected|quit|stopped)\\b",
    "\\bi(?:'ll| will|'m going to| am going to|'d like to| would like to| can) (?!always\\b|never\\b|understand\\b|see\\b|try\\b|be (?:sorry|better)\\b|do better\\b|love\\b|imagine\\b|tell you (?:how|why)|make it up|change\\b|get over|explain\\b|admit\\b)[a-z]",
    "\\bi(?:'m| am) (?:coming|home|bringing|paying|picking|taking|driving|replacing|seeing|booking|on my way|at your|free|here|cooking)\\b",
    "\\b(?:starting|beginning) (?:today|tonight|tomorrow|this|on|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|\\bfrom (?:now|here|today) on\\b|\\bwon't happen again\\b|\\bnever again\\b|\\bphone (?:is )?off\\b",
    '\\b(?:may|can|could) i (?:come|bring|take|cook|help|drive|pay|make|replace|pick|see|call|stop)\\b|\\blet me (?:take|pay|bring|cook|replace|help|fix|plan|drive|cover)\\b',
    "\\b(?:dinner|lunch|breakfast|coffee|brunch|table|drinks?) (?:is )?(?:on|for|at) (?:me|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\\d|seven|eight)|\\b(?:tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday),? (?:at )?(?:\\d|six|seven|eight|nine|noon|my treat)|\\bi (?:don't|no longer) \\w+ .{0,40}(?:any ?more|starting|at dinner)",
  ].join('|'),
)
/** The rules whose phrases ask the other one for something. */
const ASKING = new Set(['asks', 'move-on', 'said-sorry'])

/**
 * True if a text takes a step.
 * @param spoken in small letters, without what is quoted
 * @param marks what was found in it: a vague promise repairs nothing, a demand leaves nothing
 */
export function hasStep(id: StepId, spoken: string, marks: readonly Mark[]): boolean {
  if (id === 'leave') return DEED.test(spoken) && !marks.some(({ rule }) => ASKING.has(rule.id))
  // A marked phrase is no part of the step.
  const rest = withoutMarks(spoken, marks, id)
  return { 'find-out': SEEN, say: DEED, fix: REPAIR }[id].test(rest)
}

function withoutMarks(spoken: string, marks: readonly Mark[], id: StepId): string {
  const parts: string[] = []
  let at = 0
  for (const { rule, start, end } of marks) {
    // `I was wrong, but` still says it.
    if (rule.id === 'but' || (rule.id === 'vague' && id !== 'fix')) continue
    parts.push(spoken.slice(at, start))
    at = end
  }
  return [...parts, spoken.slice(at)].join('#')
}
