import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|css|svg|json|txt|map|wasm)$/
/** The minimum size in bytes: below this size the headers outweigh the gain. */
const worthwhile = 1024

/** @param {Buffer} content */
function brotli(content) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return promisify(brotliCompress)(content, { params })
}

/** Writes a .br and a .gz beside each text file; index.html is templated for each answer and stays alone. @param {string} dir */
export async function precompress(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const content = await readFile(file)
      if (content.length < worthwhile) return
      const packed = await Promise.all([brotli(content), promisify(gzip)(content, { level: 9 })])
      await Promise.all([writeFile(`${file}.br`, packed[0]), writeFile(`${file}.gz`, packed[1])])
    }),
  )
}
