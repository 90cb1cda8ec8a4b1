import { createServer, type IncomingHttpHeaders, request } from 'node:http'

/**
 * The shop at another port, for WebKit: it sends no `Secure` cookie to http://localhost, where other browsers do. Cookies go
 * without it on this way.
 * @param shop where the shop is, without a slash at the end
 */
export async function openPlainCookies(shop: string, port: number): Promise<{ url: string; close(): void }> {
  const url = `http://localhost:${port}`
  const toShop = ({ cookie, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => ({
    ...headers,
    host: new URL(shop).host,
    ...(headers.origin === url && { origin: shop }),
    ...(cookie && { cookie: cookie.replaceAll('plain-', '__Host-') }),
  })
  const server = createServer((asked, answer) => {
    const passed = request(
      shop + asked.url,
      { method: asked.method, headers: toShop(asked.headers) },
      (given) => {
        const { 'set-cookie': cookies, location, ...headers } = given.headers
        answer.writeHead(given.statusCode ?? 502, {
          ...headers,
          ...(location && { location: location.replace(shop, url) }),
          ...(cookies && {
            'set-cookie': cookies.map((each) => each.replace('__Host-', 'plain-').replace(/; *Secure/i, '')),
          }),
        })
        given.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return { url, close: () => server.close() }
}
