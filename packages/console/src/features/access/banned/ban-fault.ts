import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import { compilePcre, findsPattern, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import * as v from 'valibot'
import { banned as m } from '#features/access/messages/access.ts'

const addressSchema = v.pipe(v.string(), v.ip())
const v4Schema = v.pipe(v.string(), v.ipv4())

/** Says why the broker would refuse the value of a ban; returns undefined for a valid value. */
export function banFault(as: BanKind, who: string): string | undefined {
  switch (as) {
    case 'clientid':
    case 'username':
      return undefined
    case 'clientid_re':
    case 'username_re':
      return patternFault(who)
    case 'peerhost':
      return v.is(addressSchema, who) ? undefined : m.badAddress
    case 'peerhost_net':
      return isNetwork(who) ? undefined : m.badNetwork
  }
}

/** A network without a mask is a single address. */
function isNetwork(text: string): boolean {
  const [address = '', mask, ...rest] = text.split('/')
  if (!v.is(addressSchema, address) || rest.length > 0) return false
  const longest = v.is(v4Schema, address) ? 32 : 128
  return mask === undefined || (/^\d{1,3}$/.test(mask) && Number(mask) <= longest)
}

/**
 * Returns the error of a pattern in PCRE's words, as the broker reports it. Syntax that only the console's engine
 * lacks is left to the broker.
 */
function patternFault(text: string): string | undefined {
  const compiled = compilePcre(text)
  if (compiled instanceof Pcre || compiled.isUnsupported) return undefined
  return m.badPattern(compiled.fault, compiled.at)
}

/** Two names so different that a pattern meant for some clients does not match both. */
const strangers = ['a7-', 'Zx_0/9']

/** Tells whether a valid ban appears to refuse every client. */
export function coversEverybody(as: BanKind, who: string): boolean {
  if (who === '' || banFault(as, who) !== undefined) return false
  if (as === 'peerhost_net') return /\/0+$/.test(who)
  if (as !== 'clientid_re' && as !== 'username_re') return false
  return strangers.every((each) => findsPattern(who, each) === true)
}
