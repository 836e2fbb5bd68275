import type { ReactNode } from 'react'
import type { FormFault, Section } from '#kit/form/field.ts'

/** A document that the API reads and writes: a JSON object. */
export type ApiDocument = Readonly<Record<string, unknown>>

/** The request of a form, for display before it is sent. */
export interface PlannedRequest {
  readonly method: 'POST' | 'PUT'
  /** The path below `/api/v5`, with its query. */
  readonly path: string
  readonly body: unknown
  /** The place of the body in the document, if the document becomes several requests. */
  readonly place?: string
}

/** The result of a request to the broker. */
export type FormOutcome =
  | { readonly kind: 'applied' }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly detail?: string | undefined
      readonly raw?: string | undefined
      /** The errors by path in the spelling of the API; list items count from 1. */
      readonly fields: readonly FormFault[]
    }

/** A warning about a change that cuts connections, loses data, locks users out or exposes something. */
export interface ImpactWarning {
  readonly warning: ReactNode
}

/** The effect of a change, shown as a warning if it is an `ImpactWarning` and as information otherwise. */
export type FormImpact = ReactNode | ImpactWarning

/** Returns `words` as a warning if `isBad`, and as information otherwise. Missing words give no message. */
export const warnIf = (isBad: boolean, words: ReactNode): FormImpact =>
  isBad && words !== undefined && words !== '' ? { warning: words } : words

export const isImpactWarning = (impact: FormImpact): impact is ImpactWarning =>
  typeof impact === 'object' && impact !== null && 'warning' in impact

/** The complete specification of a form, independent of the shell that renders it. */
export interface FormSpec {
  readonly sections: readonly Section[]
  /** The document last read from the broker, or the defaults of a new object. */
  readonly document: ApiDocument
  /** True if nothing is stored yet. */
  readonly isNew?: boolean
  /** True if a part is already stored: applying the unchanged form creates the rest. */
  readonly isUnfinished?: boolean
  /**
   * Returns the requests for the document, which are sent one after the other; undefined while the broker would not
   * accept the form.
   */
  readonly plan: (document: ApiDocument) => PlannedRequest | readonly PlannedRequest[] | undefined
  /** Resolves once the broker has stored `document`, from which the form continues. */
  readonly apply: (document: ApiDocument) => Promise<FormOutcome>
  readonly onApplied?: (document: ApiDocument) => void
  /** Returns one sentence that tells what happens to connections and data when the form is applied. */
  readonly impact?: (document: ApiDocument, before: ApiDocument) => FormImpact
  /** Shows below the differences what happens to existing data. Not called while the form has errors. */
  readonly preview?: (document: ApiDocument, before: ApiDocument) => ReactNode
  /** Adds settings that follow from others and have no field; `before` is undefined for a new object. */
  readonly settled?: (document: ApiDocument, before: ApiDocument | undefined) => ApiDocument
  /** Checks rules across fields, on the API's document; the errors have the paths of the form. */
  readonly check?: (document: ApiDocument) => readonly FormFault[]
  /**
   * Returns warnings about values that the broker accepts but handles unexpectedly. They are shown at the field and
   * block nothing.
   */
  readonly cautions?: (document: ApiDocument) => readonly FormFault[]
  /** The place of the document in a larger request: `mqtt` of the global zone. The broker's errors include it. */
  readonly place?: string
  /** True if the settings are kept in the cluster's own file, which `emqx.conf` overrides at a restart of a node. */
  readonly isConfiguration?: boolean
  /** The reason why nothing may be changed. */
  readonly lockedReason?: string | undefined
}
