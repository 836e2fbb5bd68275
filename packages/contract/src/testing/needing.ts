import { test } from 'vitest'

/**
 * A test of what a machine may lack. Where it does the test is skipped, and its name says for want of what: the end of
 * `npm test` counts the reasons.
 */
export function needing(what: string, isHere: boolean): ReturnType<typeof test.runIf> {
  const known = test.runIf(isHere)
  return isHere ? known : renamed(known, ` (not run: no ${what})`)
}

/** Adds to the name of a test, also of those that `each` and `for` make. */
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
