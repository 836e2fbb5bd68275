/** A refusal may repeat what was sent. What is shorter stands in other words, too. */
export function withoutSecrets(line: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= 6)
    .reduce((text, secret) => text.replaceAll(secret, '******'), line)
}

/** What a broker says must not steer the terminal. */
export function printable(text: string, most = 300): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}
