/** Where something can fail: in the Worker, or in somebody's browser. */
export const PROBLEM_SOURCES = ['server', 'browser'] as const
export type ProblemSource = (typeof PROBLEM_SOURCES)[number]

/** How many admins see at once: of both sources, as many of each. */
export const PROBLEMS_SHOWN = 50
/** How many of each source are kept. */
export const PROBLEMS_KEPT = 200

/** Where browsers report what a page tried against its policy. */
export const POLICY_REPORTS = '/api/policy-reports'
