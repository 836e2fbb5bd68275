import type { PublishDraft } from './publish-draft.ts'
import type { PublishField, PublishLimits } from './publish-message.ts'
import type { PublishFaults } from './read-draft.ts'

/** What each part of the form is given. */
export interface FieldsProps {
  readonly draft: PublishDraft
  readonly limits: PublishLimits
  readonly faults: PublishFaults
  readonly onChange: (part: Partial<PublishDraft>) => void
  /** A field was left: what is wrong with it may be said. */
  readonly onLeave: (field: PublishField) => void
}
