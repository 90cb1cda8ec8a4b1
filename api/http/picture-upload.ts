import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from './context.ts'
import { describeGuard } from './describe-route.ts'

/** Calls whose body is a picture: their limit of bytes is that of `readPictureBody`. */
export const isPictureUpload = (path: string) => /\/(photos|pictures)$/.test(path)

/**
 * Stands before a route that reads a picture, and after its guards. A slow network takes longer than other calls may;
 * `readPictureBody` has a time-out of its own.
 * @throws AppError `busy`
 */
export const pictureUpload = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    c.var.cancelTimeout()
    const { deps } = c.var
    const giveBack = deps.pictures.takePlace()
    const work = next().finally(giveBack)
    // A request whose connection is cut would end here otherwise, and never give its place back.
    deps.waitUntil(work)
    await work
  }),
  { errors: ['busy'], body: { mediaTypes: ['image/jpeg', 'image/png', 'image/webp'] } },
)
