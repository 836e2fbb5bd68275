import type { Config } from '../../config/config.ts'
import { isPlainObject } from '../../config/plain-object.ts'

/** Some roots keep what a write leaves out, but only whole: a part that is given starts from its defaults. */
export function overFirstLevel(config: Config, name: string, given: unknown): unknown {
  const before = config.document(name)
  return isPlainObject(before) && isPlainObject(given) ? { ...before, ...given } : given
}
