export interface FormPayload {
  readonly payload: Buffer
  readonly headers: { readonly 'content-type': string }
}

/** Builds a form with one file, in the format of `inject`. */
export async function formPayload(
  field: string,
  filename: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FormPayload> {
  const form = new FormData()
  form.set(field, new Blob([bytes], { type: 'application/gzip' }), filename)
  const written = new Response(form)
  return {
    payload: Buffer.from(await written.arrayBuffer()),
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
  }
}
