/** For what others change while one looks, a florist above all: asked again while the page is in sight. */
export const LIVE = { refetchInterval: 20_000 } as const
