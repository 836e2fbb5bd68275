import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { faultSentence } from '@brokerdeck/contract/field-faults.ts'
import * as v from 'valibot'
import type { Problem } from './errors.ts'

export interface RefusedAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly text: string
  /** The header. */
  readonly retryAfter?: string | undefined
}

/** The one place that turns a refusal, by our server or by the broker behind it, into a problem. */
export function problemOfRefusal({ status, contentType, text, retryAfter }: RefusedAnswer): Problem {
  const { code, message, fields, raw } = parseRefusal(status, contentType, text)
  switch (code) {
    case 'UPSTREAM_UNREACHABLE':
      return { kind: 'unreachable', cause: 'broker', detail: message }
    case 'UPSTREAM_TLS':
      return { kind: 'unreachable', cause: 'tls', detail: message }
    case 'UPSTREAM_TIMEOUT':
      return { kind: 'timeout' }
    case 'BAD_TOKEN':
    case 'TOKEN_TIME_OUT':
    case 'AUTHORIZATION_HEADER_ERROR':
      return { kind: 'expired' }
    case 'UNAUTHORIZED_ROLE':
      return { kind: 'unauthorized', code, message }
  }
  if (status === 401) return { kind: 'unauthorized', code, message, ...reasonOf(text) }
  // A proxy in between, or our server without a code: nobody behind it has answered.
  if (code === '' && (status === 502 || status === 504)) return { kind: 'unreachable', cause: 'broker' }
  return {
    kind: 'rejected',
    status,
    code,
    message,
    fields: fields.map((fault) => ({ path: fault.path, message: faultSentence({ ...fault, path: '' }) })),
    ...(raw === '' || raw === message ? {} : { raw }),
    ...(/^\d{1,9}$/.test(retryAfter ?? '') ? { retryAfter: Number(retryAfter) } : {}),
  }
}

const reasonSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    reason: v.union([
      v.string(),
      v.pipe(
        v.unknown(),
        v.transform((reason) => JSON.stringify(reason)),
        v.string(),
      ),
    ]),
  }),
)

function reasonOf(text: string): { readonly reason?: string } {
  const parsed = v.safeParse(reasonSchema, text)
  return parsed.success ? parsed.output : {}
}
