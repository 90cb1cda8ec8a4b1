/** Where something can fail: in the Worker, or in somebody's browser. */
export const PROBLEM_SOURCES = ['server', 'browser'] as const
export type ProblemSource = (typeof PROBLEM_SOURCES)[number]

/** The number that admins see at once, of each source. */
export const PROBLEMS_SHOWN = 50
/** The number that is kept of each source. */
export const PROBLEMS_KEPT = 200

/** Where browsers report what a page tried against its policy. */
export const POLICY_REPORTS = '/api/policy-reports'
