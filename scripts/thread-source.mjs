import { build } from 'rolldown'
import { jqLibrary } from './jq-library.mjs'

const query = '?thread'

/** @type {Map<string, Promise<string>>} */
const built = new Map()

/** @param {string} file */
async function buildThread(file) {
  const { output } = await build({
    input: file,
    platform: 'node',
    logLevel: 'warn',
    write: false,
    plugins: [jqLibrary()],
    output: { format: 'cjs', codeSplitting: false },
  })
  return output[0].code
}

/**
 * `import source from './work.ts?thread'` imports the module with all its dependencies as the text of one CommonJS
 * script, for a `Worker` of Node: the command stays one file, and tests run the same thread as the command does.
 */
export function threadSource() {
  return {
    name: 'thread-source',
    /** @this {{ resolve(id: string, importer?: string): Promise<{ id: string } | null> }} */
    async resolveId(/** @type {string} */ id, /** @type {string | undefined} */ importer) {
      if (!id.endsWith(query)) return null
      const found = await this.resolve(id.slice(0, -query.length), importer)
      return found === null ? null : `${found.id}${query}`
    },
    async load(/** @type {string} */ id) {
      if (!id.endsWith(query)) return null
      const file = id.slice(0, -query.length)
      const source = built.get(file) ?? buildThread(file)
      built.set(file, source)
      return { code: `export default ${JSON.stringify(await source)}`, moduleType: 'js' }
    },
  }
}
