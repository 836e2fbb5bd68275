/** What a template may name: `${Packet.headers.login}`, `${clientid}`. */
export type TemplateValues = { readonly [name: string]: string | undefined | TemplateValues }

/** Like EMQX, what is not known stands there as `undefined`. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(/\$\{([\w.-]+)\}/g, (_, path: string) => {
    let value: string | undefined | TemplateValues = values
    for (const step of path.split('.')) {
      value = typeof value === 'object' && Object.hasOwn(value, step) ? value[step] : undefined
    }
    return typeof value === 'string' ? value : 'undefined'
  })
}
