/** The request id in small print, to quote to support. Nothing without an id. */
export function RequestId({ id }: { id: string | undefined }) {
  return id ? <p className="mt-2 text-small wrap-anywhere">{`Request id: ${id}`}</p> : null
}
