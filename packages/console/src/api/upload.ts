import type { Transport } from './http.ts'

/** Sends a request body and reports the progress, from 0 to 1, which `fetch` does not provide. */
export function uploading(onProgress: (share: number) => void): Transport {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total)
      })
      request.addEventListener('load', () => resolve(toResponse(request)))
      request.addEventListener('error', () => reject(new TypeError('Failed to upload')))
      request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      signal?.addEventListener('abort', abort)
      request.send(body instanceof FormData ? body : null)
      if (signal?.aborted === true) abort()
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type')
  const isEmpty = request.responseText === ''
  return new Response(isEmpty ? null : request.responseText, {
    status: request.status,
    headers: type === null ? {} : { 'content-type': type },
  })
}
