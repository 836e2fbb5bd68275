/** EMQX names related fields alike everywhere: `certfile`, `keyfile` and, as `password`, the passphrase. */

export function toKeyPath(certificatePath: string): string | undefined {
  return toSiblingPath(certificatePath, 'certfile', 'keyfile')
}

export function toPassphrasePath(keyPath: string): string | undefined {
  return toSiblingPath(keyPath, 'keyfile', 'password')
}

function toSiblingPath(path: string, name: string, other: string): string | undefined {
  return path.endsWith(name) ? `${path.slice(0, -name.length)}${other}` : undefined
}
