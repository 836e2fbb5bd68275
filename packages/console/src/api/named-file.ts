/** The name of a `content-disposition` (RFC 6266); its `filename*` (RFC 8187) comes first where both are given. */
export function dispositionName(header: string | null): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1')
  const plain = /;\s*filename\s*=\s*([^";\s]+)/i.exec(header ?? '')?.[1]
  return (encoded === undefined ? undefined : decoded(encoded)) ?? quoted ?? plain
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** A file as the broker names it; its bytes alone where it gives no name. The type is that of the answer. */
export async function readFile(response: Response): Promise<Blob> {
  const name = dispositionName(response.headers.get('content-disposition'))
  if (name === undefined) return response.blob()
  const type = response.headers.get('content-type') ?? ''
  return new File([await response.arrayBuffer()], name, { type })
}
