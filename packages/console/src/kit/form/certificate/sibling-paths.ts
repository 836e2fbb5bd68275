/** How EMQX names what belongs together, wherever it stands: `certfile`, `keyfile` and, as `password`, the passphrase. */

export function keyPathOf(certificatePath: string): string | undefined {
  return siblingOf(certificatePath, 'certfile', 'keyfile')
}

export function passphrasePathOf(keyPath: string): string | undefined {
  return siblingOf(keyPath, 'keyfile', 'password')
}

function siblingOf(path: string, name: string, other: string): string | undefined {
  return path.endsWith(name) ? `${path.slice(0, -name.length)}${other}` : undefined
}
