/** What the placeholders of a template name, without the whole message. */
export function placeholdersIn(template: string): readonly string[] {
  const named = [...template.matchAll(/\$\{\s*([^}]*?)\s*\}/g)].map(([, name = '']) =>
    name.replace(/^\./, '').replaceAll(/\[[^\]]*\]/g, ''),
  )
  return [...new Set(named.filter((name) => name !== ''))]
}
