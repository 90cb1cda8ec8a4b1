import { API } from '#src/admin/client/api.ts'
import { refreshSession } from '#src/admin/client/session.ts'
import { answerOf } from '#src/lib/api.ts'
import { untilStored } from '#src/lib/until-stored.ts'
import { upload } from '#src/lib/upload.ts'

type Sending = {
  picture: Blob
  /** @param share of the picture that is sent, 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a picture of a product until it is stored or refused, and renews the session if it has to.
 * @returns its address
 * @throws ApiError for a failure in our words, any other error without an answer
 */
export async function sendPicture(sending: Sending): Promise<string> {
  return untilStored(() => send(sending), sending.signal)
}

async function send(sending: Sending): Promise<string> {
  const first = await post(sending)
  const isRenewed = first.status === 401 && (await refreshSession()) === 'renewed'
  const { address } = await answerOf<{ address: string }>(isRenewed ? await post(sending) : first)
  return address
}

const post = ({ picture, ...progress }: Sending) =>
  upload(`${API}/admin/products/pictures`, picture, progress)
