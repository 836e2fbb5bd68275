import * as v from 'valibot'
import { fillTemplate, type TemplateValues } from './fill-template.ts'

/** `clientinfo_override`: templates of what a client is taken for. */
export interface ClientOverride {
  readonly clientid?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** What a template gives; what it cannot find is nothing, and without a template it is what the protocol says. */
export function overridden(
  template: string | undefined,
  values: TemplateValues,
  said: string | undefined,
): string | undefined {
  if (template === undefined || template === '') return said
  const filled = fillTemplate(template, values)
  return filled === '' || filled === 'undefined' ? undefined : filled
}

const template = v.optional(v.string())

export const clientOverrideSchema = v.object({ clientid: template, username: template, password: template })
