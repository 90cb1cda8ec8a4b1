/** The analytics service, as the services see it. */
export interface Analytics {
  /**
   * Tells that a page was opened. Nothing goes along that tells one visitor from another.
   * @param address of the page: an origin, a path and what may be told of the query
   * @throws AnalyticsError
   */
  pageView(address: string): Promise<void>
}

/** The analytics service did not take it. The message is safe to log. */
export class AnalyticsError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'AnalyticsError'
  }
}
