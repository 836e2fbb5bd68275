import * as v from 'valibot'
import { clientText } from '../../expressions/client-expression.ts'
import { type Authenticator, notAuthorized, nothingToClose } from './authenticator.ts'

const texts = v.union([v.string(), v.array(v.string())])
const shape = v.object({
  checks: v.array(v.object({ is_match: texts, result: v.picklist(['allow', 'deny', 'ignore']) })),
})

const decided = {
  allow: { kind: 'allow', isSuperuser: false },
  deny: notAuthorized,
  ignore: 'ignore',
} as const

/** Returns an authenticator in which the first check whose expressions all give `true` decides. */
export function clientInfoAuthenticator(document: unknown): Authenticator {
  const checks = v.parse(shape, document).checks.map(({ is_match, result }) => ({
    tests: [is_match].flat().map(clientText),
    result,
  }))
  return {
    authenticate(credentials) {
      if (credentials.method !== undefined) return 'ignore'
      const met = checks.find(({ tests }) => tests.every((test) => test?.(credentials) === 'true'))
      return met === undefined ? 'ignore' : decided[met.result]
    },
    close: nothingToClose,
  }
}
