import type { Repository } from './repository.ts'

export interface Offence {
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface Rule {
  /** Also what an offending file under house/offences declares that it breaks. */
  readonly name: string
  readonly check: (repository: Repository) => Iterable<Offence>
}

export function formatOffence({ path, line, message }: Offence): string {
  return `${path}:${line} ${message}`
}
