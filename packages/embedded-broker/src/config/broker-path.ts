/** A place in the broker's directories, spelled with its variable as the broker spells it. */
export function brokerPath(variable: 'EMQX_LOG_DIR' | 'EMQX_ETC_DIR', path: string): string {
  return `\${${variable}}/${path}`
}
