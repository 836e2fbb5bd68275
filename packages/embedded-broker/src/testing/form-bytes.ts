export interface FormBytes {
  readonly contentType: string
  readonly bytes: Buffer
}

/** Serializes a form as it is transferred: Node's `Response` does not accept the form of jsdom. */
export async function formBytes(form: FormData): Promise<FormBytes> {
  const boundary = 'form-of-a-test'
  const parts: Uint8Array[] = []
  for (const [name, value] of form) {
    const file = typeof value === 'string' ? undefined : value
    const filename = file === undefined ? '' : `; filename="${file.name}"`
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n\r\n`),
      file === undefined ? Buffer.from(String(value)) : new Uint8Array(await file.arrayBuffer()),
      Buffer.from('\r\n'),
    )
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) }
}
