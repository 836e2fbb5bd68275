/** The properties that fields of all kinds share. */
export interface FieldBasics {
  readonly path: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
  readonly isOmittedEmpty?: boolean
  readonly isAdvanced?: boolean
  readonly readOnly?: string
  readonly default?: unknown
  readonly isTemplate?: boolean
}

export interface FieldPlace {
  readonly name: string
  readonly path: string
  readonly isRequired: boolean
}
