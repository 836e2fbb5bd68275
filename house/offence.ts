import type { Repository } from './repository.ts'

export interface Offence {
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface Rule {
  /** The name of the rule, which a file under house/offences also declares if it breaks the rule. */
  readonly name: string
  readonly check: (repository: Repository) => Iterable<Offence>
}

export function formatOffence({ path, line, message }: Offence): string {
  return `${path}:${line} ${message}`
}
