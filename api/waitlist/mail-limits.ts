/** How much mail the waitlist may cause within a day. Anyone can type a stranger's address into it. */
export const WAITLIST_MAIL_LIMITS = {
  /** Receipts to one mailbox, whatever tags or dots its address is written with. */
  receiptsPerMailbox: 3,
  /** Receipts to one domain: a domain may belong to one person who gets whatever is sent there. */
  receiptsPerDomain: 20,
  /** Receipts to one provider with mailboxes for everybody. */
  receiptsPerPublicDomain: 1_000,
  /** Notices to the owner about one person each. Whoever joins after that is counted in a digest. */
  notices: 5,
} as const

/** How much time one digest covers. */
export const DIGEST_MINUTES = 60
