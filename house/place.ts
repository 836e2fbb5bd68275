/** Where a file lives: which package, which top folder of its `src`, which area or domain. */
export interface Place {
  readonly package: string
  /** Top folder below `src`; empty for a file directly in `src`. */
  readonly layer: string
  /** What walls stand around: `features/traffic`, `domain/tls`, else the layer. */
  readonly unit: string
}

const LAYERS_OF_SIBLINGS = new Set(['features', 'domain'])

export function placeOf(path: string): Place | undefined {
  const match = /^packages\/([^/]+)\/src\/(.*)$/.exec(path)
  if (!match) return undefined
  const [, packageName = '', rest = ''] = match
  const folders = rest.split('/').slice(0, -1)
  const [layer = '', child] = folders
  const unit = LAYERS_OF_SIBLINGS.has(layer) ? `${layer}/${child ?? ''}` : layer
  return { package: packageName, layer, unit }
}
