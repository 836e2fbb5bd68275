import * as v from 'valibot'

/** The templates of `clientinfo_override`, which override a client's id, username and password. */
export interface ClientOverride {
  readonly clientid?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/**
 * Returns the result of a template: undefined if its values are missing; without a template, the value of the
 * protocol.
 */
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

/** The values that a template may refer to: `${Packet.headers.login}`, `${clientid}`. */
type TemplateValues = { readonly [name: string]: string | undefined | TemplateValues }

/** Fills a template; like EMQX, inserts `undefined` for unknown values. */
function fillTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(/\$\{([\w.-]+)\}/g, (_, path: string) => {
    let value: string | undefined | TemplateValues = values
    for (const step of path.split('.')) {
      value = typeof value === 'object' && Object.hasOwn(value, step) ? value[step] : undefined
    }
    return typeof value === 'string' ? value : 'undefined'
  })
}
