// Phrases that take an apology back, as data: the checkout looks a note up in them, and /learn/apology-check shows them.

/** A phrase to look for, and what to write in its place. */
export type Swap = {
  /**
   * A regular expression over the text in small letters, with straight apostrophes and quotation marks, and without what
   * stands in quotation marks. It matches whole words; a space matches up to four.
   */
  find: string
  /** `$1` is the first group; `___` a blank to fill in; empty: the phrase is best left out. */
  better: string
  /** The same sentence has to say this before the phrase. `previous`: the sentence before. */
  after?: { said: string; in: 'sentence' | 'previous' }
}

export type Rule = {
  id: string
  /** Phrases that it marks, for people to read. */
  phrases: readonly string[]
  /** One kind sentence: the reason. */
  why: string
  /** A better phrase, for people to read. */
  instead: string
  /** The points that it adds on the scale of the Mess-Up Index. */
  points: 1 | 2 | 3
  /** The phrase only reports what was said or done, and is none of the apology: `I told you it was no big deal`. */
  unlessReported?: true
  swaps: readonly Swap[]
}

const YOU = '(?:you|u|ya)'
const YOU_ARE = `(?:${YOU} (?:are|were|got)|you'?re|ur)`
const I_AM = "(?:i am|i'?m)"
const I_HAVE = "(?:i have|i'?ve)"
const SORRY = '(?:sorry|sry|soz|apologi[sz]e|apologies|my apology)'
const HURT = '(hurt|upset|offended|insulted|disappointed|bothered|embarrassed|annoyed)'
const FEELING =
  '(?:hurt|upset|offended|insulted|disappointed|bothered|embarrassed|annoyed|angry|mad|sad|sensitive)'
const ANYONE = '(?:anyone|anybody|everyone|everybody|people|someone|somebody|they|he|she)'
const WORDS =
  '(?:it|this|that|what i (?:said|did|wrote)|(?:any|some)thing(?: i (?:said|did|wrote))?|my (?:words?|jokes?|comments?|tone|text|message|behaviou?r|actions))'

/** The rest of the sentence goes with the phrase. */
const REST = '[^.!?\n]{0,120}'

/** Words that own up, after which a `but` turns around. `Sorry to bother you` does not. */
const OWNS_UP = [
  `${SORRY}(?! to (?:bother|ask|interrupt|disturb|hear|keep asking|be a pain))`,
  '(?:i was|wrong|shitty|unfair|stupid|mean) (?:wrong|of me)',
  'my (?:bad|fault|mistake)',
  'forgive me|i regret|i owe you|i let you down|i hurt you|i hurt your feelings',
  'i (?:messed|screwed|f\\w+ed) up|i blew it|i overreacted',
  'i (?:feel|felt) (?:bad|terrible|awful|guilty|horrible)',
  "i (?:shouldn'?t|should not|should)(?:'?ve| have|a)",
  "i know (?:that )?(?:i|it) (?:was|hurt|shouldn'?t|should|messed|screwed|let|said|forgot|broke|lied|did|wasn'?t|missed)",
  "you'?re right|you are right|you were right|ur right|i hear you",
  'i take (?:the blame|full responsibility|responsibility)|no excuse',
].join('|')
/** A deed, after which only an excuse turns around. */
const DID =
  "i (?:forgot|lied|missed|broke|yelled|shouted|snapped|was late|didn'?t (?:call|come|write|show up|tell you)|wasn'?t there)"
const EXCUSE = `(?:${YOU}\\b|i was\\b(?! wrong)|i had\\b|i'?d been|${I_HAVE} been|it (?:was|wasn'?t|is|isn'?t)|it'?s|work\\b|to be fair|honestly)`

/** After it `but` goes on to something good: a repair, love, a thing that is not enough. */
const TURNS_TO_GOOD = [
  "i (?:will|can|want to|would like to|promise|love|miss|hope|mean it|won'?t|don'?t (?:want|expect|have))",
  "i'?(?:ll|d like to)",
  `${I_AM} (?:going to|on|here|home|coming|bringing|not (?:making|asking|going))`,
  'i know (?:sorry|that|it|this|words|saying)',
  "(?:that|it|this|sorry|saying sorry|an apology|words|flowers?) (?:is not|isn'?t|aren'?t|are not|doesn'?t|does not|don'?t|won'?t|will not|can'?t|cannot|can not|never)(?: even| ever)? (?:enough|fix|undo|change|cover|make|bring|begin|erase|take|mend|help)",
  'thank|happy|also|because|rather|more|mostly|especially|really|never again|here|no excuse|not because',
].join('|')
/** `Nothing but`, `all but`, `without a but`, `can’t help but`: not the word that turns around. */
const OTHER_BUT =
  "(?<!(?:nothing|anything|everything|all|none|no one|nobody|everyone|anyone|one|last|help|couldn'?t|cannot|can'?t|no|not|a|an|the|or|word|single|and) )"

export const RULES: readonly Rule[] = [
  {
    id: 'but',
    phrases: ['I’m sorry, but', 'I was wrong, but', 'You’re right, but'],
    why: 'Whatever comes after “but” is what gets remembered, and the sorry before it is gone.',
    instead: 'a full stop, and a new sentence if you still need it',
    points: 3,
    swaps: [
      {
        find: `([\\w']+)(?: ?[,;:…]| ?\\.\\.+| ?[-–—]+)? ${OTHER_BUT}(?:but|however|although)(?: then)?\\b,?(?! (?:${TURNS_TO_GOOD}))`,
        better: '$1.',
        after: { said: OWNS_UP, in: 'sentence' },
      },
      {
        find: `([\\w']+)(?: ?[,;:…]| ?\\.\\.+| ?[-–—]+)? but(?= ${EXCUSE})`,
        better: '$1.',
        after: { said: DID, in: 'sentence' },
      },
      {
        find: `(?:but|however|still|then again),? (?!but)(?!(?:${TURNS_TO_GOOD}))(?=${EXCUSE}|i\\b|we\\b|let'?s|sometimes|come on)`,
        better: '',
        after: { said: OWNS_UP, in: 'previous' },
      },
      { find: `${SORRY},? ?(?:tho|though)(?= (?:you|i|it)\\b)`, better: 'sorry.' },
    ],
  },
  {
    id: 'if',
    phrases: ['sorry if I hurt you', 'sorry if anyone was upset', 'if I hurt you, I’m sorry'],
    why: 'An “if” asks them to prove that it happened, and they were there.',
    instead: 'I’m sorry that I ___',
    points: 3,
    swaps: [
      { find: `(${SORRY}(?: to you)?),? if ${YOU} (?:felt|feel) (?:like |that )?i`, better: '$1 that I' },
      {
        find: `(${SORRY}(?: to you)?),? if (?:${YOU}|${ANYONE}) (?:felt|feel|feels)`,
        better: '$1 that I made you feel',
      },
      {
        find: `(${SORRY}(?: to you)?),? if (?:${YOU_ARE}|${ANYONE} (?:was|were|is|are|got|may have been)|any (?:feelings|of you) were)(?: so| at all| a bit| a little)? (hurt|upset|offended|disappointed|bothered|embarrassed)`,
        better: '$1 that I $2 you',
      },
      { find: `(${SORRY}(?: to you)?),? if (i|my|what i)(?=\\b)`, better: '$1 that $2' },
      {
        find: `(${SORRY}(?: to you)?),? if (?:${WORDS}) ${HURT} (?:you|anyone|anybody)`,
        better: '$1 that I $2 you',
      },
      {
        find: `(${SORRY}(?: to you)?),? if\\b(?! only| you| anyone| i\\b| my\\b| what)${REST}`,
        better: '$1 that I ___',
      },
      {
        find: `(${SORRY}) (?:for|about) (?:any|whatever) (?:inconvenience|confusion|offen[sc]e|hurt|trouble|misunderstanding|upset|pain|harm)`,
        better: '$1 for ___',
      },
      {
        find: `if (i [^.!?,;"]{1,80}?),?(?= (?:then )?(?:${I_AM} (?:so |very |really |truly |deeply )?sorry|i apologi|my apologies|sorry))`,
        better: '$1, and',
      },
      {
        find: `if (?:${YOU}|${ANYONE}|${WORDS}) [^.!?,;"]{1,60},(?= (?:then )?(?:${I_AM} (?:so |very |really |truly |deeply )?sorry|i apologi|my apologies|sorry))`,
        better: 'I ___, and',
      },
      { find: `if ${YOU} (?:felt|feel) (?:like )?i (\\w+)`, better: 'I $1' },
    ],
  },
  {
    id: 'sorry-you',
    phrases: ['sorry you feel that way', 'sorry you were offended', 'sorry you took it wrong'],
    why: 'It is sorry about their feelings, which were not the mistake.',
    instead: 'I’m sorry I ___',
    points: 3,
    swaps: [
      {
        find: `${SORRY} (?:that |for how |about how |for the way )?(?:${YOU}|${ANYONE}) (?:feel|felt|feels) (?:that way|this way|like that|like this|it)`,
        better: 'sorry that I ___',
      },
      {
        find: `${SORRY} (?:that |for how |about how )?(?:${YOU}|${ANYONE}) (?:feel|felt|feels)(?: like)? i`,
        better: 'sorry that I',
      },
      {
        find: `${SORRY} (?:that |for how |about how )?(?:${YOU}|${ANYONE}) (?:feel|felt|feels)`,
        better: 'sorry that I made you feel',
      },
      {
        find: `${SORRY} (?:that )?(?:${YOU_ARE}|${ANYONE} (?:is|are|was|were|got))(?: so| all| still| now| being| that| too| feeling)? ${FEELING}\\b${REST}`,
        better: 'sorry that I ___',
      },
      {
        find: `${SORRY} (?:that )?${YOU} (?:(?:took|take|saw|see|read|heard|interpreted) (?:it|that|this|me|my \\w+|what i said)(?: that way| like that| wrong| the wrong way| so personally| personally| so seriously)?|misunderstood|misheard|misread|misinterpreted|think so|think that|thought that)\\b${REST}`,
        better: 'sorry that I said ___',
      },
      {
        find: `${SORRY} (?:that )?${YOU} (?:can'?t|cannot|couldn'?t|don'?t) (?:take a joke|take it|see (?:it|that|my side)|handle|understand|get it)`,
        better: 'sorry that I ___',
      },
    ],
  },
  {
    id: 'passive',
    phrases: ['mistakes were made', 'things were said', 'feelings got hurt', 'it got out of hand'],
    why: 'Somebody did it, and the sentence does not say who.',
    instead: 'I ___',
    points: 3,
    unlessReported: true,
    swaps: [
      { find: '(?:mistakes|errors) (?:were|have been|got) made', better: 'I made a mistake: I ___' },
      {
        find: '(?:some |many |bad |hurtful |awful )?(?:things|words) (?:were|got|have been) said',
        better: 'I said ___',
      },
      { find: '(?:your |some )?feelings (?:were|got) hurt', better: 'I hurt you' },
      { find: '(?:a |some )?lines? (?:was|were|got) crossed', better: 'I crossed a line' },
      { find: '(?:your |the |some )?(?:trust|promises?) (?:was|were|got) broken', better: 'I broke my word' },
      {
        find: '(?:things|it|that|this|the night|the evening|the conversation|we) (?:just )?(?:got|went|gets) (?:a bit |a little |way )?(?:out of hand|out of control|too far|heated|a bit far)',
        better: 'I went too far',
      },
      {
        find: '(?:stuff|shit|things|life) (?:just )?happens?|these things happen|it just happened|one thing led to another|tempers flared|wires got crossed',
        better: 'I ___',
      },
    ],
  },
  {
    id: 'came-across',
    phrases: ['how it came across', 'it sounded worse than I meant'],
    why: 'It says the trouble was in their hearing.',
    instead: 'what I said',
    points: 2,
    swaps: [
      {
        find: '(?:how|the way|that|if) (?:it|that|this|i|what i said) (?:may have |might have |must have )?(?:came|come|sounded|landed)(?: across| off| out)?(?: wrong| badly| harsh| that way| like that)?',
        better: 'what I said',
      },
      {
        find: '(?:it|that) (?:came|sounded) (?:out |across |off )?(?:wrong|harsher|worse) than i meant(?: it)?|it came out wrong',
        better: 'I said ___',
      },
    ],
  },
  {
    id: 'may-have',
    phrases: ['I may have hurt you', 'anything I might have done'],
    why: '“May have” leaves the door open to it not having happened.',
    instead: 'I ___',
    points: 2,
    swaps: [
      {
        find: 'i (?:may|might|could) have(?: \\w+ly)? (hurt|upset|offended|embarrassed|disappointed|let|said|done|been|made|caused|overreacted|gone|acted)',
        better: 'I $1',
      },
      {
        find: "(?:for|about) (?:whatever|anything|everything|all the things|any of the things)(?: that)? i(?:'?ve| may have| might have| ever)? (?:did|done|said|do|was)(?: wrong| to (?:hurt|upset|offend|make)[^.!?,]{0,40})?",
        better: 'for ___',
      },
      {
        find: "(?:for|about) (?:whatever|anything) (?:it is|this is|i'?m supposed to|happened|that was|you think)",
        better: 'for ___',
      },
      {
        find: '(?:for|about) (?:what happened|the (?:misunderstanding|confusion))(?! to\\b)',
        better: 'for ___',
      },
    ],
  },
  {
    id: 'have-to-admit',
    phrases: ['you have to admit', 'to be fair', 'in my defense'],
    why: 'Now it is a debate, and they did not come to one.',
    instead: 'leave it out',
    points: 2,
    swaps: [
      {
        find: `${YOU} (?:have|'?ve got|got|must|need|gotta)(?: to)? (?:admit|agree|understand|realize|realise|remember)(?: that)?,?(?= \\w)`,
        better: '',
      },
      {
        find: `${YOU} (?:have|'?ve got|got|must|need|gotta)(?: to)? (?:admit|agree)(?: it| that)?(?= ?(?:[.,!?;]|$))`,
        better: '',
      },
      {
        find: "(?:to be fair|in (?:all )?fairness|in my defen[sc]e|let'?s be honest|let'?s be real|for the record|with all due respect|just so you know|technically)(?! to you),?",
        better: '',
      },
      { find: 'no offen[sc]e,?(?: but)?', better: '' },
    ],
  },
  {
    id: 'only',
    phrases: ['I only said', 'I was just trying to help', 'just kidding'],
    why: '“Only” makes it small before they have said how big it was.',
    instead: 'the same sentence, without it',
    points: 2,
    unlessReported: true,
    swaps: [
      {
        find: 'i(?: was)? (?:only|just|merely|simply) (?:joking|kidding|teasing|messing(?: around)?|playing|having (?:some )?fun)(?: around)?',
        better: 'I made a joke at your expense',
      },
      {
        find: "(?:it was|that was|it'?s) (?:only|just) (?:a )?(?:joke|joking|banter|kidding|teasing|for fun)",
        better: 'it was not funny to you',
      },
      { find: '(?:just|only) (?:kidding|joking)', better: '' },
      {
        find: `(i|i was|i am|i'?m|all i was) (?:only|just|merely|simply) (?=(?:trying|being honest|looking out|saying|asking|doing|tired|stressed)\\b)(?!trying to say sorry)`,
        better: '$1 ',
      },
      {
        find: '(i) (?:only|merely|simply) (?=(?:said|did|asked|meant|told|lied|yelled|snapped|tried|looked|wanted|missed|forgot|raised|took|used|left|broke)\\b)(?!wanted (?:to (?:say|tell|apologi)|you to know))',
        better: '$1 ',
      },
      {
        find: '(i) just (?=(?:said|asked|meant|told|tried|looked|did it|wanted (?:to help|what|the best|you to (?:listen|be|see)))\\b)',
        better: '$1 ',
      },
      { find: `all i (?:did|said|wanted|meant)(?: to do)? was\\b${REST}`, better: 'I ___' },
    ],
  },
  {
    id: 'at-least',
    phrases: ['at least I', 'it’s not a big deal', 'it wasn’t that bad'],
    why: 'How bad it was is theirs to say: the number belongs to the person who was hurt.',
    instead: 'leave it out',
    points: 2,
    unlessReported: true,
    swaps: [
      {
        find: "at least (?=(?:i|i'?m|it|it'?s|you|you'?re|u|nobody|no one|we|he|she|they|there|now|that|(?!one|two|three|once|half)[a-z]+ (?:was|were|had|did|is))\\b)(?!i (?:can|could|will|should|owe|want)|you deserve)",
        better: '',
      },
      {
        find: "(?:it'?s|it was|it is|that'?s|this is|it wasn'?t|it isn'?t|it'?s|was|is)(?: really| honestly)?(?: not| no)?(?: really| even| that| such)? (?:a )?(?:big|huge) (?:of a )?(?:deal|thing|drama)(?<=(?:n'?t|not|no)\\b[^.!?]{0,40})",
        better: 'it mattered to you',
      },
      {
        find: "(?:no big deal|no harm done|not the end of the world|(?:it was|it'?s) nothing(?: serious)?|(?:it|that) (?:wasn'?t|isn'?t|was not|'?s not)(?: really)?(?: even)? that (?:bad|serious|important|late)|nobody died|no one died)",
        better: 'it mattered to you',
      },
      {
        find: "(?:it'?s |it was |that'?s )(?:only|just) (?:a|one|some|the) (?:dinner|birthday|party|phone|vase|mug|cup|bowl|card|text|call|date|game|lie|little|small|silly|stupid|few|thing|day)",
        better: 'it mattered to you',
      },
    ],
  },
  {
    id: 'anyone-would',
    phrases: ['anyone would have done it', 'nobody’s perfect', 'I’m only human'],
    why: 'They were hurt by you, and not by people in general.',
    instead: 'I did it',
    points: 2,
    unlessReported: true,
    swaps: [
      {
        find: "(?:anyone|anybody|everyone|everybody|any (?:normal |sane )?(?:person|man|woman|guy))(?: else)? would(?:'?ve| have|a)? (?:done|said|do|say|forgotten|forget|react|reacted|snap|snapped|lost|lose|make|made|think|thought|lie|lied|yell|yelled|been late|acted)(?: (?:the same|it|that|so))?",
        better: 'I did it',
      },
      {
        find: "(?:nobody|no one|no-one|none of us)(?:'?s| is| are) perfect|i'?m not perfect|(?:i'?m|i am|we'?re all|we are all) (?:only|just) human|(?:we all|everyone|everybody) (?:(?:make|makes|made) mistakes|(?:does|do) (?:it|that)|forgets?|lies?|mess(?:es)? up|screws? up)|we(?:'?ve| have) all (?:done it|been there)|(?:it )?(?:happens to|could happen to|could'?ve happened to|could have happened to) (?:everyone|anyone|the best of us|all of us)|to err is human",
        better: '',
      },
    ],
  },
  {
    id: 'you-made-me',
    phrases: ['you made me do it', 'if you hadn’t started', 'you started it', 'you’re too sensitive'],
    why: 'It hands the mistake to the one who was hurt by it.',
    instead: 'I ___',
    points: 3,
    unlessReported: true,
    swaps: [
      {
        find: `${YOU} (?:made|make|pushed|forced|drove) me (?:to )?(do|say|snap|lie|yell|shout|lose|scream|leave|act)`,
        better: 'I chose to $1',
      },
      {
        find: `${YOU} (?:made|make|get|got|drove|drive) me (?:so |really |feel )?(?:angry|mad|furious|crazy|jealous|upset|nuts|insane|up the wall)`,
        better: 'I was angry, and I ___',
      },
      {
        find: `${YOU} (?:started it|started this|began it|provoked me|left me no choice|gave me no choice|brought (?:this|it) on yourself|asked for it|had it coming|know how to push my buttons)|look what ${YOU} made me do`,
        better: 'I ___',
      },
      {
        find: `if ${YOU}(?:'?d| had|'?ve| have| would| would have|'?d have)?(?: only| just|n'?t| not| hadn'?t)+ (?!told|been (?:there|so (?:kind|patient|good))|called|caught|stepped|asked|written|forgiven|come|helped|want|have time)\\w+${REST}`,
        better: 'I ___',
      },
      {
        find: `(?:only )?because ${YOU} (?:always|kept|wouldn'?t|would not|refused|made|started|didn'?t|did not|don'?t|were (?:being|so|too|late|mad|yelling|nagging|ignoring))\\b${REST}`,
        better: 'because I ___',
      },
      {
        find: `${YOU}(?:'?re| are|r) (?:(?:too|so|being|being too|being so|just|overly|way too) (?:sensitive|dramatic|emotional|touchy|needy|childish|difficult)|overreacting|no angel|not perfect either|just as bad)|ur (?:too|so|being) (?:sensitive|dramatic|emotional)`,
        better: 'I hurt you',
      },
      {
        find: `${YOU} (?:also|too) (?:said|did|forgot|lied|made|were|hurt)|${YOU} (?:do|did|said|forgot|forget|lied|hurt) (?:it |that |things |me )?too|${YOU} (?:over-?reacted|took it (?:the wrong way|wrong|too seriously|personally|out of context)|misunderstood(?: me)?|misheard(?: me)?|can'?t take a joke)|it takes two|(?:we'?re|we are|we were) both (?:to blame|at fault|wrong)|(?:it'?s|it is|it was)(?: also| partly)? (?:your|ur) fault(?: too)?`,
        better: 'I ___',
      },
    ],
  },
  {
    id: 'meant',
    phrases: ['I didn’t mean to', 'I meant well', 'I was going to call'],
    why: 'It tells them how it was for you, and leaves out how it was for them.',
    instead: 'I ___, and you ___',
    points: 1,
    swaps: [
      {
        find: "i (?:didn'?t|did not|never|don'?t) (?:mean|meant|intend|intended|want|wanted)(?: for it)? to (hurt|upset) (you|anyone|anybody|your feelings)",
        better: 'I $1 $2',
      },
      {
        find: "i (?:didn'?t|did not|never|didnt) (?:mean|meant|intend|intended) (?:to(?: \\w+)?|it(?: (?:like that|that way|to be|as))?|that|any harm|anything by it|for)[^.!?,\n]{0,80}",
        better: 'I ___',
      },
      {
        find: "(?:it|that) (?:wasn'?t|was not|was never) (?:my intention|my intent|what i meant|the plan|intentional|on purpose)[^.!?,\n]{0,80}|(?:my intentions? (?:was|were) good|i had (?:good|the best) intentions|i meant well|my heart was in the right place|no harm (?:was )?(?:meant|intended)|i meant no harm)",
        better: 'I ___',
      },
      {
        find: 'i was (?:just )?(?:going|about|planning|meaning) to (surprise|call|text|tell|write|ask|get|reply|answer|message)',
        better: 'I did not $1',
      },
    ],
  },
  {
    id: 'busy',
    phrases: ['work is insane', 'I’ve been so busy', 'you know I’m bad with dates'],
    why: 'They know how busy you have been, because they were the ones waiting.',
    instead: 'leave it out',
    points: 1,
    unlessReported: true,
    swaps: [
      {
        find: `(?:because |since |as |cuz |cause )?${I_HAVE} been (?:so |really |super |very |crazy |insanely |just )*(?:busy|slammed|swamped|stressed|overwhelmed|underwater)(?: at work| with work| lately)?`,
        better: '',
      },
      {
        find: "(?:because |since |as )?(?:work|life|this week|my week|things)(?:'?s| is| was| has been|'?s been)(?: just)?(?: so| really| super| absolutely)? (?:insane|crazy|nuts|hectic|a mess|mad|bonkers)(?: at work| lately| right now)?",
        better: '',
      },
      {
        find: "(?:i have|i'?ve|i had|i'?ve had|i have had|with) (?:so much|a lot|too much)(?: going on)? (?:on my plate|going on)",
        better: '',
      },
      {
        find: `${YOU} know (?:that )?(?:how )?(?:i'?m|i am|i get|busy i|bad i)(?: (?:so|really|just))?(?: (?:bad|terrible|awful|hopeless|useless|forgetful|like that|that way))?(?: (?:with|at) (?:dates|names|birthdays|texting|replying))?(?=[.,;!? ]|$)`,
        better: '',
      },
      {
        find: `${I_AM} (?:just )?(?:so )?(?:bad|terrible|awful|hopeless|useless) (?:with|at) (?:dates|names|birthdays|texting|replying|remembering)`,
        better: '',
      },
    ],
  },
  {
    id: 'move-on',
    phrases: ['let’s move on', 'it is what it is', 'just get over it'],
    why: 'When it is over is for them to say, in their own time.',
    instead: 'Take the time you want.',
    points: 2,
    unlessReported: true,
    swaps: [
      {
        find: "(?:let'?s|can we|can'?t we|could we|why can'?t we|we should|i (?:just )?want us to)(?: please| just| now| all)* (?:move on|forget (?:about )?(?:it|this|that|everything)|put (?:this|it|that|all this|all that) behind us|get past (?:it|this)|go back to (?:normal|how)|drop it|call it even|start over|agree to disagree)(?: ?\\?)?",
        better: 'take the time you want.',
      },
      {
        find: "it is what it is|what'?s done is done|(?:that'?s|it'?s|it is) (?:all )?(?:in the past|ancient history|water under the bridge)|(?:please|just|you should|time to|you need to) (?:get over it|let it go|calm down|relax|chill)|calm down",
        better: 'take the time you want.',
      },
    ],
  },
  {
    id: 'asks',
    phrases: ['are we okay?', 'please forgive me', 'call me back', 'just tell me what I have to do'],
    why: 'It turns the apology into a request, and now they owe you a reply.',
    instead: 'You don’t have to answer this.',
    points: 2,
    unlessReported: true,
    swaps: [
      {
        find: '(?:so |now |please tell me |tell me )?are we (?:ok|okay|k|good|cool|fine|alright|all right|even|still friends|still good)(?: now| again)? ?\\?',
        better: 'you don’t have to answer this.',
      },
      {
        find: "(?:please|pls|plz|can you(?: ever)?|could you(?: ever)?|will you(?: ever)?|would you(?: please)?|do you|you have to|you gotta|you need to|won'?t you|i beg you to|i need you to)(?: please| just| ever)* forgive me(?: please)?\\??",
        better: 'you don’t have to answer this.',
      },
      {
        find: '(?:just |please )?tell me what (?:i (?:have|need|can|should|must|could)(?: to)?(?: do)?|to do|you want(?! me))(?: to (?:fix|make)[^.!?]{0,40})?',
        better: 'I will ___ on ___',
      },
      {
        // Asked for: `I won’t call back` and `if you want to talk to me` ask for nothing.
        find: '(?:(?<=(?:^|[.!?,;#])\\s{0,3})(?:please |pls |just )?|(?:please |pls |just ))(?:(?:call|text|write)(?: me)?(?: back)?(?<=me|back)|answer me|answer your phone|pick up(?: the phone)?|say something|talk to me|respond|reply)(?=[.!,?]| please| when| as soon| asap| now|$)',
        better: 'you don’t have to answer this.',
      },
      {
        find: "(?:please )?(?:stop being (?:mad|angry|upset)|don'?t be (?:mad|angry|upset)(?: (?:at|with) me)?|don'?t hate me|stop ignoring me|why (?:won'?t|aren'?t|don'?t) you (?:answer|answering|talk|talking|reply|replying))(?: to me| me)?",
        better: 'you don’t have to answer this.',
      },
    ],
  },
  {
    id: 'said-sorry',
    phrases: ['I already said sorry', 'sorry, okay?', 'what more do you want'],
    why: 'It sends the bill for the last apology.',
    instead: 'I’m sorry.',
    points: 3,
    swaps: [
      {
        find: `(?:${I_HAVE}|i) (?:already|just) (?:said|told you|apologi[sz]ed)(?: (?:${I_AM}|i was|that ${I_AM}|that i was))?(?: sorry)?`,
        better: 'I’m sorry',
      },
      {
        find: `(?:i said|i'?ve said) (?:${I_AM}|i was)?(?: )?sorry(?=[.!,]? (?:ok|okay|so|what|already|a (?:hundred|thousand|million)|like|how|didn'?t)\\b)`,
        better: 'I’m sorry',
      },
      {
        find: "sorry,? (?:ok|okay|k|alright|all right|happy now)(?: ?[?!]+|$)|sorry,? i guess|i guess (?:i'?m sorry|i owe)|i suppose i(?:'?m sorry| should)|sorry not sorry",
        better: 'sorry.',
      },
      {
        find: 'what (?:more|else) do (?:you|u) (?:want|expect)(?: from me| me to (?:do|say))?\\??|how many times (?:do|must|should|can|have) i[^.!?]{0,30}\\??|happy now\\??|there,? i said it',
        better: '',
      },
      { find: `fine[,.]? (?=${I_AM} sorry|sorry)`, better: '' },
    ],
  },
  {
    id: 'vague',
    phrases: ['I’ll try to do better', 'I’ll make it up to you', 'I’ll change'],
    why: 'Nobody can tell, on a given Wednesday, whether it is happening.',
    instead: 'On ___ I will ___.',
    points: 1,
    swaps: [
      {
        find: "(?:i'?ll|i will|i'?m going to|i am going to|imma|i'?m gonna|i promise(?: you)?(?: to| i'?ll| that i'?ll| i will)?|i want to|i'?m trying to|gonna)(?: really| always| definitely)?(?: try(?: harder)?(?: to)?)?(?: (?:do|be|get|become))(?: so much| much)?(?: a)? (?:better|more (?:present|thoughtful|careful|attentive|considerate)|a better (?:person|friend|partner|husband|wife|son|daughter)|a changed (?:man|woman|person))(?: (?:next time|from now on|in (?:the )?future))?",
        better: 'on ___ I will ___',
      },
      {
        find: "(?:i'?ll|i will) (?:try harder|try my best|change|communicate better|work on (?:it|myself|that))(?=[.!,;]|$| i | and | for )",
        better: 'on ___ I will ___',
      },
      {
        find: "(?:i'?ll|i will|let me|i'?m going to|gonna|i want to|i promise to) (?:find a way to )?make it up to (?:you|u|ya)(?! (?:on|by|with|this|tomorrow|tonight|next|starting|every))(?: somehow| one day| soon| i promise)?",
        better: 'on ___ I will ___',
      },
    ],
  },
]
