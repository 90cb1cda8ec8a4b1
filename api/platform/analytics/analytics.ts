/** The analytics service, as the services see it. */
export interface Analytics {
  /**
   * Reports a page view.
   * @param address of the page: an origin, a path and the allowed part of the query
   * @param visit UUID that the views of one visit share
   * @throws AnalyticsError
   */
  pageView(address: string, visit: string): Promise<void>
}

/** The analytics service did not take it. The message is safe to log. */
export class AnalyticsError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'AnalyticsError'
  }
}
