import type { ReactNode } from 'react'
import type { FormFault, Section } from '#kit/form/field.ts'

/** What the API reads and writes: one JSON object. */
export type ApiDocument = Readonly<Record<string, unknown>>

/** The request that a form makes, for showing it before it is made. */
export interface PlannedRequest {
  readonly method: 'POST' | 'PUT'
  /** Below `/api/v5`, with its query. */
  readonly path: string
  readonly body: unknown
  /** Where the body stands in the document, if that becomes several requests. */
  readonly place?: string
}

/** How the broker took what was sent. */
export type FormOutcome =
  | { readonly kind: 'applied' }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly detail?: string | undefined
      readonly raw?: string | undefined
      /** As the API spells paths; list items count from 1. */
      readonly fields: readonly FormFault[]
    }

/** Words on a change that cuts connections, loses data, shuts somebody out or lays something open. */
export interface ImpactWarning {
  readonly warning: ReactNode
}

/** What a change does. It warns where it is an `ImpactWarning`, and informs otherwise. */
export type FormImpact = ReactNode | ImpactWarning

/** `words` as a warning where `isBad`, and as information otherwise. No words are neither. */
export const warnIf = (isBad: boolean, words: ReactNode): FormImpact =>
  isBad && words !== undefined && words !== '' ? { warning: words } : words

export const isImpactWarning = (impact: FormImpact): impact is ImpactWarning =>
  typeof impact === 'object' && impact !== null && 'warning' in impact

/** Everything a form is, whatever shell draws it. */
export interface FormSpec {
  readonly sections: readonly Section[]
  /** As last read from the broker, or the defaults of something new. */
  readonly document: ApiDocument
  /** Nothing of it is stored yet. */
  readonly isNew?: boolean
  /** A part of it is stored: applied as it is, it makes the rest. */
  readonly isUnfinished?: boolean
  /** Undefined while the form is not yet what the broker takes; several are sent one after the other. */
  readonly plan: (document: ApiDocument) => PlannedRequest | readonly PlannedRequest[] | undefined
  /** Ends once `document` is what the broker has now: the form goes on from there. */
  readonly apply: (document: ApiDocument) => Promise<FormOutcome>
  readonly onApplied?: (document: ApiDocument) => void
  /** One sentence: what happens to connections and data when this is applied. */
  readonly impact?: (document: ApiDocument, before: ApiDocument) => FormImpact
  /** What becomes of what is there now, below the differences. Not asked while something has to be corrected. */
  readonly preview?: (document: ApiDocument, before: ApiDocument) => ReactNode
  /** What follows from other settings and is asked nowhere; `before` is undefined for something new. */
  readonly settled?: (document: ApiDocument, before: ApiDocument | undefined) => ApiDocument
  /** Rules across fields, in API terms; paths as the form spells them. */
  readonly check?: (document: ApiDocument) => readonly FormFault[]
  /** What the broker takes, and does not do as one would think. Said at the field, and no obstacle. */
  readonly cautions?: (document: ApiDocument) => readonly FormFault[]
  /** Where the document stands in the request, if that holds more: `mqtt` of the global zone. Faults name it. */
  readonly place?: string
  /** Kept in the cluster's own file, over which `emqx.conf` wins at a restart of a node. */
  readonly isConfiguration?: boolean
  /** Why nothing may be changed. */
  readonly lockedReason?: string | undefined
}
