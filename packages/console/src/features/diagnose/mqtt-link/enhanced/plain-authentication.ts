import type { Authentication } from './authentication.ts'
import type { Bytes } from './scram-hash.ts'

/** Any other method: the operator's data go with the CONNECT, and there is nothing to say to a question. */
export function plainAuthentication(method: string, first: Bytes | undefined): Authentication {
  return {
    method,
    first,
    step: 'first',
    answer: async () => ({ kind: 'fault', fault: { kind: 'question' } }),
    faultOf: () => undefined,
  }
}
