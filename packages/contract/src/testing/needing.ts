import { test } from 'vitest'

/**
 * Declares a test of something that a machine may lack. If it is missing, the test is skipped, and the name of the
 * test tells what is missing: the end of `npm test` counts the reasons.
 */
export function needing(what: string, isHere: boolean): ReturnType<typeof test.runIf> {
  const known = test.runIf(isHere)
  return isHere ? known : renamed(known, ` (not run: no ${what})`)
}

/** Appends to the name of a test, including tests that `each` and `for` create. */
function renamed<Api extends (...args: never[]) => unknown>(api: Api, end: string): Api {
  return new Proxy(api, {
    apply: (target, self, [name, ...rest]: readonly unknown[]) =>
      Reflect.apply(target, self, [`${String(name)}${end}`, ...rest]),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      const makesTests = typeof value === 'function' && (key === 'each' || key === 'for')
      if (!makesTests) return value
      return (...cases: readonly unknown[]) => renamed(Reflect.apply(value, target, cases), end)
    },
  })
}
