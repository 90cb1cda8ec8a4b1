import { createMiddleware } from 'hono/factory'
import type { Deps } from '#api/deps.ts'
import { readPictureBody, skipPictureBody } from '#api/platform/pictures/body.ts'
import type { Room } from '#api/platform/pictures/room.ts'
import { PICTURE_TYPES } from '#domain/pictures.ts'
import type { ApiEnv } from './context.ts'
import { describeGuard } from './describe-route.ts'

/** The calls whose body is a picture: their limit of bytes is that of `readPictureBody`. */
const PICTURE_CALLS: readonly string[] = ['POST /api/florist/photos', 'POST /api/admin/products/pictures']

/** True for a call whose body is a picture. */
export const isPictureUpload = (method: string, path: string) => PICTURE_CALLS.includes(`${method} ${path}`)

/**
 * Stands first at a route that reads a picture, after the guards of the back office: a crowd that is told to wait costs no call of the
 * database. A slow network takes longer than other calls may; a picture has a time of its own.
 * @throws AppError `busy`
 */
export const pictureUpload = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    c.var.cancelTimeout()
    const { deps } = c.var
    const room = await takeRoom(deps, c.req.raw)
    c.set('readPicture', async () => {
      const picture = await readPictureBody(c.req.raw, deps, room)
      room.startWork()
      return picture
    })
    const work = next().finally(() => {
      room.giveBack()
      return skipPictureBody(c.req.raw, deps)
    })
    // A request whose connection is cut would end here otherwise, and never give its room back.
    deps.waitUntil(work)
    await work
  }),
  { errors: ['busy'], body: { mediaTypes: [...PICTURE_TYPES] } },
)

/** @throws AppError `busy` */
async function takeRoom(deps: Deps, request: Request): Promise<Room> {
  try {
    return deps.pictures.takeRoom()
  } catch (error) {
    await skipPictureBody(request, deps)
    throw error
  }
}
