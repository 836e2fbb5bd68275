import { accessEvaluation as m } from '#features/access/messages/access-evaluation.ts'
import type { Lack } from './source-links.ts'

/** The reasons why it cannot be told what a source decides. */
export const whyUnknown: Readonly<Record<Lack, string>> = {
  address: m.lacksAddress,
  attributes: m.lacksAttributes,
  certificate: m.lacksCertificate,
  pattern: m.lacksPattern,
  external: m.onlyBroker,
  unreadable: m.fileUnreadable,
}
