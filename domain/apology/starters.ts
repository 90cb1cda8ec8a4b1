// Beginnings for the card, built on the four steps of the Apology Playbook: what you did, what it was like for them, what is
// different now, and no question at the end.

/** Stands for what only the sender knows. */
export const BLANK = '___'

export const MISHAPS = {
  forgot: 'I forgot',
  said: 'I said it',
  broke: 'I broke it',
  absent: 'I was not there',
  lied: 'I lied',
} as const

export const RECIPIENTS = {
  partner: 'my partner',
  friend: 'a friend',
  parent: 'my parent',
  colleague: 'a colleague',
} as const

export type Mishap = keyof typeof MISHAPS
export type Recipient = keyof typeof RECIPIENTS

export const STARTERS: Readonly<Record<Mishap, Readonly<Record<Recipient, string>>>> = {
  forgot: {
    partner:
      'I forgot ___. You remembered, and you waited all day for me to. I’m sorry. ___ evening is yours: I’ve booked ___, and my phone stays home. You don’t have to be done being angry by then.',
    friend:
      'I forgot ___. You have never forgotten mine. You spent ___ finding out whether I would call, and I didn’t. I’m sorry. I’ll bring ___ on ___. No need to answer. You’re one ahead.',
    parent:
      '___, I forgot ___. I think you kept the phone near you. No reason is good enough, so I won’t give one. I’m sorry. I’m coming on ___, and I’d like to hear all of it.',
    colleague:
      'I forgot ___, and you had to ___ because of it. That was my job. I’ve done it now, and I’ve told ___ that the delay was mine. I’m sorry. No reply needed.',
  },
  said: {
    partner:
      'On ___ I said ___. You went quiet, and you were right to. It was unkind, and it wasn’t true. I’m sorry. I’ve told ___ that I was wrong. I’m home tonight, and I’ll listen.',
    friend:
      'I said ___, and you had to stand there and hear it. It was cheap. I’m sorry. I’ve told everyone who heard it that I was wrong. I’ll be at ___ on ___ if you want company. If you don’t, that’s fair.',
    parent:
      'You asked about ___, and I snapped at you as if I were fourteen. You only wanted ___. I’m sorry, ___. I’ll call on ___, take my time, and ask about ___ first.',
    colleague:
      'In front of ___ I said ___ about your work. It was unfair, and you had to sit there and take it. I’m sorry. I’ve told everyone who was in the room that I was wrong. You don’t have to answer this.',
  },
  broke: {
    partner:
      'I broke ___. You trusted me with it, and I was careless. I know it came from ___. I’m sorry. I’ve found someone who can ___ by ___. If you’d rather I left it alone, I will.',
    friend:
      'You lent me ___, and I broke it. You heard it from me late, and that was wrong, too. I’m sorry. I’ve ordered another, here by ___. If it has to be the old one, I’ll pay for the repair.',
    parent:
      'I broke ___. You kept it all these years, and it took me one evening. I’m sorry, ___. I’ve asked ___ to mend it, and I’ll bring it on ___. You don’t have to say it’s fine.',
    colleague:
      'I broke ___ on ___. You lost ___ to it, and you had done nothing wrong. I’m sorry. I’ve put it right and written down how, so it can’t happen twice. No need to answer.',
  },
  absent: {
    partner:
      'I said I’d be there at ___, and I wasn’t. You sat through ___ alone. I’m sorry. I’ve told work no for ___. These are not instead of talking. I’m home tonight, phone off, and I’ll listen.',
    friend:
      'I wasn’t at ___. You looked for me, and you had to go through it without me. I’m sorry. I can’t give that day back. I’ll be there on ___ with ___, and I’ll do the dishes. Take your time.',
    parent:
      'You needed me at ___, and I wasn’t there. You never said a word about it, which made it worse. I’m sorry, ___. From now on ___s are yours. I’ll drive, and you choose the music.',
    colleague:
      'I wasn’t there for ___, and you had to carry it alone. I’m sorry. I’ve told ___ that it was your work. Until ___ I’ll take the ___ off your desk. You don’t owe me a reply.',
  },
  lied: {
    partner:
      'I lied to you about ___. You trusted me, and you found out from ___. I’m sorry. There is nothing more to come. You can see ___ whenever you like, starting today. Take all the time you want.',
    friend:
      'I told you ___, and it wasn’t true. You believed me, and you planned around it. I’m sorry. The truth is ___. I’ve told ___, too. I won’t ask you to be fine with it.',
    parent:
      'I lied to you about ___. You asked me straight, and I looked away. I’m sorry, ___. The truth is ___. I’ll come on ___ and answer whatever you ask. You can be angry until then, and after.',
    colleague:
      'I told you ___ was done, and it wasn’t. You stood in front of ___ with it. I’m sorry. It is done now, and I’ve told them whose fault it was. I’ll send you ___ every ___. No reply needed.',
  },
}
