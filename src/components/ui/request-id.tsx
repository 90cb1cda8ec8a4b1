/** In small print: what to tell us, so that we find in our log what went wrong. Nothing without an id. */
export function RequestId({ id }: { id: string | undefined }) {
  return id ? <p className="mt-2 text-small wrap-anywhere">Request id: {id}</p> : null
}
