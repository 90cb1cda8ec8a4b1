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
  override name = 'AnalyticsError'
}

type GoogleSettings = { measurementId: string; apiSecret: string | undefined; url: string }

const TIMEOUT_MS = 5_000

/**
 * Page views through the Measurement Protocol of Google Analytics 4. A visit is a client with one session: the same
 * person is another client at the next visit.
 */
export function googleAnalytics({ measurementId, apiSecret, url }: GoogleSettings): Analytics {
  return {
    async pageView(address, visit) {
      if (!apiSecret) throw new AnalyticsError('MEASUREMENT_SECRET is missing')
      const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret })
      const response = await fetch(`${url}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'apologize-better/1' },
        body: JSON.stringify({
          client_id: visit,
          non_personalized_ads: true,
          events: [
            {
              name: 'page_view',
              params: { page_location: address, session_id: sessionNumber(visit), engagement_time_msec: 1 },
            },
          ],
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        throw new AnalyticsError('The analytics service did not answer', { cause })
      })
      if (!response.ok) throw new AnalyticsError(`The analytics service answered ${response.status}`)
    },
  }
}

/** Without a session Google shows no users, and a session id has to be digits. */
function sessionNumber(visit: string): string {
  return String(Number.parseInt(visit.slice(0, 8), 16))
}
