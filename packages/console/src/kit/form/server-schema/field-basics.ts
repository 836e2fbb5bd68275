import { isAdvancedName } from './advanced-names.ts'
import { labelOf } from './label-of.ts'
import { m } from './messages.ts'
import type { SchemaNode } from './schema-node.ts'

/** What fields of all kinds have in common. */
export interface FieldBasics {
  readonly path: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
  readonly isOmittedEmpty?: boolean
  readonly isAdvanced?: boolean
  readonly readOnly?: string
  readonly default?: unknown
}

export interface FieldPlace {
  readonly name: string
  readonly path: string
  readonly isRequired: boolean
}

export function fieldBasics(node: SchemaNode, { name, path, isRequired }: FieldPlace): FieldBasics {
  return {
    path,
    label: labelOf(name),
    ...(isRequired ? { isRequired } : { isOmittedEmpty: true }),
    ...(node.default === undefined ? {} : { default: node.default }),
    ...(node.readOnly ? { readOnly: m.readOnly } : {}),
    ...(node.is_template ? { help: m.template } : {}),
    ...(!isRequired && isAdvancedName(path) ? { isAdvanced: true } : {}),
  }
}
