import type { Config } from '../../config/config.ts'
import { isPlainObject } from '../../config/plain-object.ts'

/** Some roots keep top-level fields that a write omits. A field that is written starts from its defaults. */
export function overFirstLevel(config: Config, name: string, given: unknown): unknown {
  const before = config.document(name)
  return isPlainObject(before) && isPlainObject(given) ? { ...before, ...given } : given
}
