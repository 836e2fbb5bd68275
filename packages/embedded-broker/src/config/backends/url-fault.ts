import { formatErlang } from '../../http/format-erlang.ts'

/** Returns, as the broker's term, why no requests can be sent to a URL; undefined if the URL is valid. */
export function urlFault(url: string): string | undefined {
  const binary = formatErlang(url)
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(url)?.[1]
  if (scheme === undefined) return `{no_scheme,${binary}}`
  if (!/^https?$/i.test(scheme)) {
    return `{invalid_base,{unsupported_scheme,${formatErlang(scheme)}},${binary}}`
  }
  const host = /^[^/?#]*/.exec(url.slice(scheme.length + 3))?.[0] ?? ''
  if (host.includes('@')) return `{userinfo_not_supported,${binary}}`
  if (url.includes('#')) return `{fragments_not_supported,${binary}}`
  const isHost = host !== '' && !/[{}\s]/.test(host) && URL.canParse(`${scheme}://${host}`)
  return isHost ? undefined : `{invalid_base,{invalid_uri,":"},${binary}}`
}
