import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { Explanation } from '../explanation.ts'
import type { LinkEnd } from '../link-state.ts'
import { m } from '../messages.ts'
import type { AuthenticationFault } from './authentication-fault.ts'
import { scramMethods } from './scram-hash.ts'

/** Why this client did not go on. */
export function explainUnproven({
  method,
  fault,
}: Extract<LinkEnd, { readonly kind: 'unproven' }>): Explanation {
  const [what, ...hints] = wordsOf(fault)
  return { title: m.unproven(visibleText(method, 60), what), hints }
}

function wordsOf(fault: AuthenticationFault): readonly [string, ...string[]] {
  switch (fault.kind) {
    case 'unreadable':
      return [m.unreadable, m.unreadableHint]
    case 'nonce':
      return [m.nonce, m.nonceHint]
    case 'iterations':
      return [m.iterations(formatNumber(fault.asked)), m.iterationsHint(formatNumber(fault.most))]
    case 'said':
      return [m.said(visibleText(fault.word, 80))]
    case 'signature':
      return [m.signature, m.signatureHint]
    case 'no-signature':
      return [m.noSignature, m.noSignatureHint]
    case 'question':
      return [m.question, m.questionHint]
  }
}

type Came = NonNullable<Extract<LinkEnd, { readonly kind: 'refused' }>['authentication']>

/** What a refusal means by how far the authentication had come. */
export function unprovenHint({ method, step }: Came): string {
  const shown = visibleText(method, 60)
  if (!scramMethods.some((one) => one === method)) return m.refusedData(shown)
  return step === 'first' ? m.refusedFirst(shown) : m.refusedProof(shown)
}
