import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import * as v from 'valibot'
import { banned as m } from '../messages/access.ts'

const addressSchema = v.pipe(v.string(), v.ip())
const v4Schema = v.pipe(v.string(), v.ipv4())

/** What the broker would refuse about the value of a ban. */
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

/** Without a mask it is one address. */
function isNetwork(text: string): boolean {
  const [address = '', mask, ...rest] = text.split('/')
  if (!v.is(addressSchema, address) || rest.length > 0) return false
  const longest = v.is(v4Schema, address) ? 32 : 128
  return mask === undefined || (/^\d{1,3}$/.test(mask) && Number(mask) <= longest)
}

/** Of PCRE, which the broker speaks, and unknown to browsers: `(?i)`, `(?>…)`, `(?P<name>…)`, `(*UCP)`, `a++`. */
const pcreOnly = /\(\?[^:=!<]|\(\*|[*+?}]\+/

/** Judges only what both know; the rest the broker judges. */
function patternFault(text: string): string | undefined {
  try {
    new RegExp(text)
    return undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return pcreOnly.test(text) ? undefined : m.badPattern(error.message)
  }
}

/** No two clients of which all patterns that are meant for some would match both. */
const strangers = ['a7-', 'Zx_0/9']

/** Whether a valid ban looks as if it refused everybody. */
export function coversEverybody(as: BanKind, who: string): boolean {
  if (who === '' || banFault(as, who) !== undefined) return false
  if (as === 'peerhost_net') return /\/0+$/.test(who)
  if (as !== 'clientid_re' && as !== 'username_re') return false
  if (pcreOnly.test(who)) return false
  const pattern = new RegExp(who)
  return strangers.every((each) => pattern.test(each))
}
