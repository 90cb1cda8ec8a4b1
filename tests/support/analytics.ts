import { listen } from '#local/http.ts'

/** A hit as Google's Measurement Protocol has it. */
export type Hit = {
  query: Record<string, string>
  body: {
    client_id: string
    events: { name: string; params: { page_location: string; session_id: string } }[]
  }
  /** Everything received, as one text, to check it for personal data. */
  text: string
}

export type Recorder = Awaited<ReturnType<typeof startRecorder>>

/** A stand-in for the analytics service that records requests and accepts them by default. */
export async function startRecorder(port = 0) {
  const hits: Hit[] = []
  let behaviour: 'takes it' | 'refuses' | 'says nothing' = 'takes it'
  const server = await listen(
    async (request, { closed }) => {
      const url = new URL(request.url)
      const text = await request.text()
      const headers = JSON.stringify([...request.headers])
      hits.push({
        query: Object.fromEntries(url.searchParams),
        body: JSON.parse(text) as Hit['body'],
        text: `${url.search} ${headers} ${text}`,
      })
      if (behaviour === 'says nothing') await closed
      return new Response(null, { status: behaviour === 'refuses' ? 500 : 204 })
    },
    { host: '127.0.0.1', port },
  )
  return {
    url: `${server.url}/mp/collect`,
    hits,
    /** The page locations received, in order. */
    locations: () => hits.flatMap(({ body }) => body.events.map(({ params }) => params.page_location)),
    behave: (now: typeof behaviour) => {
      behaviour = now
    },
    close: server.close,
  }
}
