import { randomInt } from 'node:crypto'
import type { Plugin } from 'vite'

const usualSeed = 20_260
const seeded = '\0seeded-fast-check'

/**
 * What fast-check tries is the same in every run, so that only a change can break a test. `BROKERDECK_SEED` is another
 * seed, or `random`. No setup file does this: it would load fast-check for hundreds of files that never use it.
 */
export function seededProperties(): Plugin {
  const seed = chosenSeed(process.env['BROKERDECK_SEED'])
  let isSaid = false
  return {
    name: 'seeded-properties',
    enforce: 'pre',
    configureServer() {
      if (!isSaid) process.stdout.write(`fast-check: BROKERDECK_SEED=${seed}\n`)
      isSaid = true
    },
    resolveId: (source, importer) => (source === 'fast-check' && importer !== seeded ? seeded : undefined),
    load(id) {
      if (id !== seeded) return undefined
      return `import fc from 'fast-check'
fc.configureGlobal({ seed: ${seed} })
export * from 'fast-check'
export default fc`
    },
  }
}

function chosenSeed(given: string | undefined): number {
  if (given === undefined || given === '') return usualSeed
  if (given === 'random') return randomInt(2 ** 31)
  const seed = Number(given)
  if (!Number.isSafeInteger(seed))
    throw new Error(`BROKERDECK_SEED is neither a whole number nor "random": ${given}`)
  return seed
}
