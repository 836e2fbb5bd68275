export interface Server {
  readonly host: string
  readonly port: number
}

/** Parses `db1:3306, [::1]:3307` or a list of such servers; a missing port is replaced by the usual port. */
export function parseServers(written: string | readonly string[], usualPort: number): readonly Server[] {
  const texts = typeof written === 'string' ? written.split(',') : written
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => parseServer(text, usualPort))
}

export function parseServer(text: string, usualPort: number): Server {
  const found = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text.trim())
  if (found === null) return { host: text.trim(), port: usualPort }
  const [, host = '', port] = found
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? usualPort : Number(port) }
}
