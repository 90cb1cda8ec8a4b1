import type { StopWish } from '#domain/blocks.ts'

type Wish = { label: string; meaning: string; other: string }

/** The two wishes: what each is called, what it means, which is true once it is done, and the words of its button after the other one. */
export const WISHES: Record<StopWish, Wish> = {
  sender: {
    label: 'No more from this sender',
    meaning: 'Whoever sent these flowers can’t send any more to your address through us.',
    other: 'Also stop this sender at my address',
  },
  recipient: {
    label: 'Nothing from this shop to me',
    meaning: 'We bring nothing more to you at this address, whoever it is from.',
    other: 'Also stop everything from this shop',
  },
}
