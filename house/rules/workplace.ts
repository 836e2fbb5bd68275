import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

/** Traces of one person's machine, such as a path that starts at the root of a disk. */
const TRACES: readonly RegExp[] = [
  /(?<![\w.:/$}-])\/(work|tmp|root|home|Users|mnt)\/[\w.-]+/,
  /\b[A-Z]:\\Users\\/,
  /\bregistry\.[a-z]+\.[a-z]+\b/,
]
const UNREAD = /^(package-lock\.json|LICENSE)$/

export const workplace: Rule = { name: 'workplace', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.files.values()) {
    if (UNREAD.test(file.path)) continue
    for (const [index, text] of file.text.split('\n').entries())
      for (const trace of TRACES) {
        const found = trace.exec(text)?.[0]
        if (found) yield { path: file.path, line: index + 1, message: `"${found}" belongs to one machine` }
      }
  }
  const lock = repository.file('package-lock.json')
  if (lock && /"resolved": "https?:/.test(lock.text))
    yield { path: lock.path, line: 1, message: 'names the registry it was made from' }
}
