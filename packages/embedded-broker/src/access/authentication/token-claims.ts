import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { isMap, isNumber, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'

export interface AcceptedClaims {
  readonly all: Readonly<Record<string, unknown>>
  /**
   * The expiry in seconds since the epoch: a bigint for an integer, a number for a value with a fraction or an
   * exponent.
   */
  readonly exp: bigint | number | undefined
}

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

/**
 * Returns the claims of a signed token that is valid at `now` and has the expected values; undefined otherwise.
 * Throws if the payload is not an object. As in EMQX, `iat` is not checked, and only a string can be expected of a
 * claim.
 */
export function acceptClaims(
  payload: Buffer,
  expected: readonly (readonly [name: string, text: string])[],
  now: number,
): AcceptedClaims | undefined {
  const said = decodeJson(payload)
  if (!isMap(said)) throw new Error('the payload of the token is no object')
  const seconds = Math.floor(now / 1000)
  const [exp, nbf] = [timeIn(said.get('exp')), timeIn(said.get('nbf'))]
  if (said.has('exp') && !(isNumber(exp) && exp > seconds)) return undefined
  if (said.has('nbf') && !(isNumber(nbf) && nbf <= seconds)) return undefined
  if (!expected.every(([name, text]) => said.get(name) === text)) return undefined
  return {
    all: v.parse(claimsSchema, payload.toString('utf8')),
    exp: isNumber(exp) ? exp : undefined,
  }
}

const integer = /^[+-]?\d{1,400}$/
const float = /^[+-]?\d{1,400}\.\d{1,400}(?:e[+-]?\d{1,9})?$/i

/** Returns the time of a claim; a string that holds a number counts as that number. */
function timeIn(claim: Term): Term {
  if (typeof claim !== 'string') return claim
  if (integer.test(claim)) return BigInt(claim.replace('+', ''))
  return float.test(claim) ? Number(claim) : claim
}
