const list = /<script type="application\/json" id="early-chunks">(.*)<\/script>/

/**
 * One page of those that the console was built into, one for each language. What all languages need is asked for by the
 * page itself; the rest waits for `static/early-chunks.js`, which knows the language.
 * @param {readonly string[]} pages
 */
export function joinLanguages(pages) {
  const [page = ''] = pages
  if (pages.some((other) => other.replace(list, '') !== page.replace(list, ''))) {
    throw new Error('index.html differs between the languages in more than its scripts')
  }
  const chunks = Object.assign({}, ...pages.map((one) => JSON.parse(list.exec(one)?.[1] ?? '{}')))
  const [first = [], ...others] = Object.values(chunks).map(({ always }) => always)
  const common = first.filter((file) => others.every((files) => files.includes(file)))
  for (const one of Object.values(chunks)) one.always = one.always.filter((file) => !common.includes(file))
  const preloads = common.map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`)
  const data = `<script type="application/json" id="early-chunks">${JSON.stringify(chunks)}</script>`
  return page.replace(list, () => [...preloads, data].join('\n    '))
}
