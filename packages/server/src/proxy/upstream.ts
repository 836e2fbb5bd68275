import http from 'node:http'
import https from 'node:https'

/** Describes a server behind this one. `url` may carry a path, without a slash at its end. */
export interface Upstream {
  readonly url: URL
  /** Opens a request on a connection that is kept for later requests, or on a connection of its own. */
  open(options: http.RequestOptions, connection: 'kept' | 'single'): http.ClientRequest
  close(): void
}

export interface UpstreamTrust {
  readonly insecureTls: boolean
  /** The certificates, in PEM format, that are trusted instead of those of the system. */
  readonly ca?: string | undefined
}

export function openUpstream(url: URL, { insecureTls, ca }: UpstreamTrust): Upstream {
  const isTls = url.protocol === 'https:' || url.protocol === 'wss:'
  const agentFor = (keepAlive: boolean) =>
    isTls
      ? new https.Agent({ keepAlive, rejectUnauthorized: !insecureTls, ...(ca === undefined ? {} : { ca }) })
      : new http.Agent({ keepAlive })
  const agents = { kept: agentFor(true), single: agentFor(false) }
  const target = {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 443 : 80) : url.port,
  }
  return {
    url,
    open: (options, connection) =>
      (isTls ? https : http).request({ ...options, ...target, agent: agents[connection] }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
