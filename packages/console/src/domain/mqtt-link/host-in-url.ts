/** IPv6 addresses stand in brackets there (RFC 3986 §3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
