/** A refusal may repeat what was sent. What is shorter stands in other words, too. */
export function withoutSecrets(line: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= 6)
    .reduce((text, secret) => text.replaceAll(secret, '******'), line)
}

/** What is no text is written as its number: it steers terminals, ends lines or turns their direction. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => {
      const code = character.charCodeAt(at).toString(16).padStart(4, '0')
      return `\\u${code}`
    }).join(''),
  )
}

/** One line of what a broker says, cut where it is too long for one. */
export function printable(text: string, most = 600): string {
  const plain = escapeInvisible(text.replaceAll(/[\r\n\t]+/g, ' '))
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}
