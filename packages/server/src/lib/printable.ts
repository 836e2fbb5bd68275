/** Masks the secrets that a refusal may repeat, except those under six characters, which also occur in other words. */
export function withoutSecrets(line: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= 6)
    .reduce((text, secret) => text.replaceAll(secret, '******'), line)
}

/** Replaces invisible characters by their code: they control terminals, end lines or change the text direction. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => {
      const code = character.charCodeAt(at).toString(16).padStart(4, '0')
      return `\\u${code}`
    }).join(''),
  )
}

/** Formats a text of a broker as one line, cut off if it is too long. */
export function printable(text: string, most = 600): string {
  const plain = escapeInvisible(text.replaceAll(/[\r\n\t]+/g, ' '))
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}
