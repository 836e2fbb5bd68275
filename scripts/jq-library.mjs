import { readFile } from 'node:fs/promises'

/**
 * The names that a browser, Node or a module loader offers to a script. The library checks for each of these names
 * and sets up features that jq does not need (listeners for errors of the process, questions to the user), so all of
 * them are hidden as undefined.
 */
const HIDDEN = ['process', 'require', 'module', 'exports', 'define', 'window', 'importScripts']
const START = '?start'
const BASE64 = '?base64'

/**
 * Prepares jq for bundles. The library is a script that takes its settings from a global variable and starts at once:
 * `import startJq from 'jq-web/jq.wasm.js?start'` imports it as a function of its settings, which can be called
 * repeatedly. `import base64 from 'jq-web/jq.wasm.wasm?base64'` imports the program itself as a string.
 */
export function jqLibrary() {
  return {
    name: 'jq-library',
    /** @this {{ resolve(id: string, importer?: string): Promise<{ id: string } | null> }} */
    async resolveId(/** @type {string} */ id, /** @type {string | undefined} */ importer) {
      const query = [START, BASE64].find((one) => id.startsWith('jq-web/') && id.endsWith(one))
      if (query === undefined) return null
      const found = await this.resolve(id.slice(0, -query.length), importer)
      return found === null ? null : `${found.id}${query}`
    },
    async load(/** @type {string} */ id) {
      if (id.endsWith(START))
        return { code: toFunction(await readFile(id.slice(0, -START.length), 'utf8')), moduleType: 'js' }
      if (!id.endsWith(BASE64)) return null
      const bytes = await readFile(id.slice(0, -BASE64.length))
      return { code: `export default ${JSON.stringify(bytes.toString('base64'))}`, moduleType: 'js' }
    },
  }
}

/** @param {string} script */
function toFunction(script) {
  return `export default function startJq(jq, ${HIDDEN.join(', ')}) {\n${script}\nreturn jq\n}\n`
}
