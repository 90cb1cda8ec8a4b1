import { type Analytics, AnalyticsError } from './analytics.ts'

export type GoogleSettings = { measurementId: string; apiSecret: string | undefined; url: string }

const TIMEOUT_MS = 5_000

/**
 * Page views through the Measurement Protocol of Google Analytics 4. Each view is somebody new to it: we keep no id of
 * a visitor, in a cookie or elsewhere, so it counts pages and not people.
 */
export function googleAnalytics({ measurementId, apiSecret, url }: GoogleSettings): Analytics {
  return {
    async pageView(address) {
      if (!apiSecret) throw new AnalyticsError('MEASUREMENT_SECRET is missing')
      const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret })
      const visit = Date.now()
      const response = await post(`${url}?${query}`, {
        client_id: crypto.randomUUID(),
        non_personalized_ads: true,
        events: [
          {
            name: 'page_view',
            // Google shows only events of a visit of its own counting; ours lasts one page.
            params: { page_location: address, session_id: String(visit), engagement_time_msec: 1 },
          },
        ],
      })
      if (!response.ok) throw new AnalyticsError(`The analytics service answered ${response.status}`)
    },
  }
}

async function post(url: string, body: object): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'apologize-better/1' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw new AnalyticsError('The analytics service did not answer', error)
  }
}
