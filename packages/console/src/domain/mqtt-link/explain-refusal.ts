import type { Explanation } from './explain-end.ts'
import { mqttLink as m } from './messages.ts'
import type { PageRefusal } from './page-refusal.ts'

const words: Readonly<Record<PageRefusal, readonly [string, ...string[]]>> = {
  'mixed-content': [m.mixedContent, m.mixedContentHint],
  'invalid-address': [m.invalidAddress],
  'read-only': [m.readOnly, m.readOnlyHint],
  closed: [m.mqttClosed, m.mqttClosedHint],
  'no-hashes': [m.noHashes, m.noHashesHint],
  'no-password': [m.noPassword, m.noPasswordHint],
}

/** Explains a problem that is known before any attempt. */
export function explainRefusal(refusal: PageRefusal): Explanation {
  const [title, ...hints] = words[refusal]
  return { title, hints }
}
