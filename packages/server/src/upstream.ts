import http from 'node:http'
import https from 'node:https'

/** A server behind this one. `url` may carry a path, without a slash at its end. */
export interface Upstream {
  readonly url: URL
  open(options: http.RequestOptions): http.ClientRequest
  close(): void
}

export function openUpstream(url: URL, { insecureTls }: { readonly insecureTls: boolean }): Upstream {
  const isTls = url.protocol === 'https:' || url.protocol === 'wss:'
  const agent = isTls
    ? new https.Agent({ keepAlive: true, rejectUnauthorized: !insecureTls })
    : new http.Agent({ keepAlive: true })
  const target = {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 443 : 80) : url.port,
  }
  return {
    url,
    open: (options) => (isTls ? https : http).request({ agent, ...options, ...target }),
    close: () => agent.destroy(),
  }
}
