import * as v from 'valibot'

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

/** What a template may name: `${Packet.headers.login}`, `${clientid}`. */
type TemplateValues = { readonly [name: string]: string | undefined | TemplateValues }

/** Like EMQX, what is not known stands there as `undefined`. */
function fillTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(/\$\{([\w.-]+)\}/g, (_, path: string) => {
    let value: string | undefined | TemplateValues = values
    for (const step of path.split('.')) {
      value = typeof value === 'object' && Object.hasOwn(value, step) ? value[step] : undefined
    }
    return typeof value === 'string' ? value : 'undefined'
  })
}
